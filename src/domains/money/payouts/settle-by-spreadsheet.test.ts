import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/support/database.ts'
import { makeExportedRun } from '#test/support/exported-run.ts'
import { settleByReport } from './commands/settle-by-report.ts'
import { toPaypalId } from './rules/run-files.ts'

const database = await openTestDatabase()

test.each<[string, (ids: readonly string[]) => string[]]>([
  [
    'in English',
    ([one, two]) => [
      'Customer ID,Status,Amount,Currency,Transaction ID,Date',
      `${one},Completed,"100,00",USD,TX1,05.10.2026`,
      `${two},Completed,"10.000",USD,TX2,05.10.2026`,
      `${two},Completed,"10.000,00",USD,TX2,05.10.2026`,
      `${two},Completed,"180,705",USD,TX2,05.10.2026`,
    ],
  ],
  [
    'in German',
    ([one, two]) => [
      '\uFEFF"Datum","Uhrzeit","Status","Währung","Brutto","Entgelt","Transaktionscode","Kundenkennung"',
      `"05.10.2026","10:22:17","Abgeschlossen","USD","-100,00","0,00","TX1","${one}"`,
      `"05.10.2026","10:22:17","Abgeschlossen","USD","-10.000","0,00","TX2","${two}"`,
      `"05.10.2026","10:22:17","Abgeschlossen","USD","-10.000,00","0,00","TX2","${two}"`,
      `"05.10.2026","10:22:17","Abgeschlossen","USD","-180,705","0,00","TX2","${two}"`,
    ],
  ],
])('a report with decimal commas %s settles, and asks about an amount that can be two', async (_name, write) => {
  const run = await makeExportedRun(database, 2)
  const lines = write(run.payouts.map(({ id }) => toPaypalId(id)))
  const file = Readable.from([Buffer.from(lines.join('\r\n'))])
  const { changed, refused } = await settleByReport(run.ctx, { runId: run.runId, chunks: file })
  expect(changed).toBe(1)
  expect(refused.map(({ line, refusal }) => [line, refusal.code])).toEqual([
    [3, 'cell.ambiguous_amount'],
    [5, 'cell.ambiguous_amount'],
    [4, 'payout.other_amount'],
  ])
  const { settledOn } = await database.db
    .selectFrom('payout')
    .select('settledOn')
    .where('id', '=', run.payouts[0]?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(settledOn).toBe('2026-10-05')
})
