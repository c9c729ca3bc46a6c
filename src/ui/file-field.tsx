import { FileInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { browserUpload } from '#platform/web/upload.ts'
import { useFieldError } from './form-state.ts'

/** An endpoint that stores a file and answers with it. */
type StoringEndpoint = Endpoint & {
  encoding: 'file'
  maxFileBytes: number
  reply: z.ZodType<{ data: { id: string } }>
}

interface FileFieldProps {
  endpoint: StoringEndpoint
  /** The media types that it takes. */
  accept: readonly string[]
  label: string
  description: string
  isOptional?: boolean
}

/** Sent for a file that is chosen but not stored. The call refuses it, so that nothing is done without the file. */
const NOT_STORED = 'not stored'

/** A field that stores the chosen file at once; its form sends the id of the stored file as `file_id`. */
export function FileField({ endpoint, accept, label, description, isOptional = false }: FileFieldProps) {
  const t = useTexts('ui')
  const { error } = useFieldError('file_id')
  const { fileId, failure, file, choose, isSending } = useUpload(endpoint)
  return (
    <>
      <FileInput
        label={label}
        description={description}
        placeholder={t('file.choose')}
        accept={accept.join(',')}
        required={!isOptional}
        clearable={isOptional && !isSending}
        clearButtonProps={{ 'aria-label': t('clearField', { label }) }}
        disabled={isSending}
        value={file}
        error={failure ?? error}
        onChange={(chosen) => void choose(chosen)}
      />
      <input type="hidden" name="file_id" value={file !== null && fileId === '' ? NOT_STORED : fileId} />
      <div className="visually-hidden" aria-live="polite">
        {isSending ? t('file.sending') : fileId !== '' && t('file.stored')}
      </div>
    </>
  )
}

function useUpload(endpoint: StoringEndpoint) {
  const t = useTexts('ui')
  const upload = browserUpload(useCsrfToken())
  const [file, setFile] = useState<File | null>(null)
  const [fileId, setFileId] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setFileId('')
    setFailure(undefined)
    if (!chosen) return
    if (chosen.size > endpoint.maxFileBytes) {
      return setFailure(t('file.large', { megabytes: endpoint.maxFileBytes / 1024 ** 2 }))
    }
    setSending(true)
    try {
      const sent = { params: {}, query: { name: chosen.name }, file: chosen, onProgress: () => undefined }
      const reply = await upload(endpoint, sent)
      setFileId(reply.data.id)
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setFailure(error.details.message || t('file.failed'))
    } finally {
      setSending(false)
    }
  }
  return { file, fileId, failure, isSending, choose }
}
