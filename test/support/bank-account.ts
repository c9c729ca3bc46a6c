import { bankRoutes } from '#domains/money/bank/routes.ts'
import { readFunding } from '#domains/money/funding/queries/funding.ts'
import { toDay } from '#kernel/days.ts'
import { testContext } from './context.ts'
import { createTestDatabase } from './database.ts'
import { makeAccount } from './network-fixtures.ts'
import { createOrderFixtures } from './order-fixtures.ts'
import { createTestServer } from './test-server.ts'

/** The first line of the bank's CSV files. */
export const BANK_HEADER = 'date,amount,currency,reference,text,payer\r\n'

/** Where operators send the files and decide what waits. */
export const BANK_PATH = '/api/v1/operator/bank-entries'

/** The account of the network that is configured. */
export const PAYING_IBAN = 'DE89370400440532013000'

/** Opens a database and a server with the network's bank account, and an operator who reads its files. */
export async function openBankAccount() {
  const database = await createTestDatabase()
  const server = await createTestServer(database.db, bankRoutes({ isFetched: false, payingIban: PAYING_IBAN }))
  const operator = await makeAccount(testContext(database.db), 'operator')
  const today = toDay(new Date())
  let count = 0
  return {
    database,
    server,
    operator,
    today,
    ctx: () => ({ ...testContext(database.db), actor: operator }),
    reference: () => `FT26${String((count += 1)).padStart(6, '0')}`,
    createAdvertiser: async () => {
      const { advertiserId } = await createOrderFixtures(database.db)
      return { advertiserId, funds: async () => (await readFunding(database.db, { advertiserId })).funds }
    },
    /** Writes a payment of today. */
    toLine: (...cells: string[]) => `${[today, ...cells].join(',')}\r\n`,
    /** Sends lines below the header. */
    send: (mode: 'check' | 'record', lines: string) =>
      server.post(`${BANK_PATH}/file/${mode}`, { as: operator, file: BANK_HEADER + lines }),
    /** Sends a file as it is. */
    sendFile: (mode: 'check' | 'record', file: string | Uint8Array) =>
      server.post(`${BANK_PATH}/file/${mode}`, { as: operator, file: file as string }),
    listWaiting: async () => (await server.get(`${BANK_PATH}?page_size=50`, { as: operator })).json().data.entries,
    close: async () => {
      await server.close()
      await database.close()
    },
  }
}
