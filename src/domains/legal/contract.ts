import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { LEGAL_DOCUMENTS } from './rules.ts'

export const getLegalTextCall = endpoint({
  method: 'GET',
  path: '/api/v1/legal/:document',
  access: 'public',
  encoding: 'none',
  isAnnounced: true,
  summary: 'A legal text in the reader’s language, as HTML',
  params: z.object({ document: z.enum(LEGAL_DOCUMENTS) }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      title: z.string(),
      updated_on: z.iso.date(),
      /** The text before the first section. */
      intro: z.string(),
      sections: z.array(z.object({ id: z.string(), title: z.string(), html: z.string() })),
    }),
  }),
})
