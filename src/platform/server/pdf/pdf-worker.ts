import { parentPort, workerData } from 'node:worker_threads'
import { composePdf } from './compose-pdf.ts'
import type { PdfContent } from './content.ts'

const bytes = await composePdf(workerData as PdfContent)
parentPort?.postMessage(bytes, [])
