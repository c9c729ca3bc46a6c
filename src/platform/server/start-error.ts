import { sep } from 'node:path'

/** A start that failed for a reason that the operator can fix. The message is everything that is printed. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** What the system says of a file or folder that it does not let us use, by the code of its error. */
const FILE_ERRORS: Record<string, string> = {
  EACCES: 'this account may not use it',
  EPERM: 'this account may not use it',
  EROFS: 'it is on a disk that can only be read',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the disk quota of this account is used up',
  ENOTDIR: 'a part of its path is a file',
}

/**
 * Names the file that stopped a start and what to do, if the system refused it for a reason that the operator can mend.
 * Returns any other error unchanged. `dataDir` is undefined before the configuration is read.
 */
export function explainStart(error: unknown, dataDir: string | undefined): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException
  const reason = FILE_ERRORS[code]
  if (!(error instanceof Error) || reason === undefined || path === undefined) return error
  const isData = dataDir !== undefined && (isWithin(path, dataDir) || isWithin(dataDir, path))
  const advice = isData ? 'Mend that, or set DATA_DIR to another folder.' : 'Mend that, then start again.'
  return new StartError(`Tandem cannot use ${path}: ${reason}. ${advice}`, { cause: error })
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
