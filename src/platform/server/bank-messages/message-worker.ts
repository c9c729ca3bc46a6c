import { parentPort, workerData } from 'node:worker_threads'
import { listMessageParts } from './list-message-parts.ts'
import type { MessageReply } from './read-bank-message.ts'
import { UnreadableXml } from './xml.ts'

const parts = listMessageParts(workerData as Uint8Array)
parentPort?.on('message', () => parentPort?.postMessage(nextReply(), []))

function nextReply(): MessageReply {
  try {
    const { done, value } = parts.next()
    return done === true ? 'end' : { part: value }
  } catch (error) {
    if (error instanceof UnreadableXml) return { fault: error.fault }
    throw error
  }
}
