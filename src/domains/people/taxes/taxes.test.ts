import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { mailFormEnds } from './commands/notify.ts'
import type { LegalView, QueuedForm } from './contract.ts'
import { isFormRequired } from './queries.ts'
import { taxRoutes } from './routes.ts'

const me = '/api/v1/account/publishers/me/legal'
const forms = '/api/v1/operator/tax-forms'
const pdf = new Uint8Array(Buffer.from('%PDF-1.7 of Mara'))
const details = { legalName: 'Mara Lind', kind: 'person', address: '1 Lane', zipCode: '1000', country: 'DE', vatId: '' }
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

type Publisher = Awaited<ReturnType<typeof makePublisher>> & { passwordVerifiedAt: Date }

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: Awaited<ReturnType<typeof makeAccount>>

beforeAll(async () => {
  const sealing = await createTestSealing(database.db)
  server = await createTestServer(database.db, taxRoutes({ sealing }))
  operator = await makeAccount(ctx(), 'operator')
})
afterAll(() => server.close())

const ctx = (): Ctx => testContext(database.db)
const make = async (): Promise<Publisher> => ({ ...(await makePublisher(ctx())), passwordVerifiedAt: new Date() })
const read = async (as: Publisher) => (await server.get(me, { as })).json<{ data: LegalView }>().data
const save = (as: Publisher, change: object = {}) => server.post(me, { as, json: { ...details, ...change } })
const upload = async (as: Publisher) =>
  (await server.post(`${me}/tax-form-file?name=form.pdf`, { as, file: pdf })).json().data.id as string
const submit = (as: Publisher, json: object) =>
  server.post(`${me}/tax-forms`, { as, json: { form: 'W-8BEN', signed_on: yesterday, ...json } })
/** Decides a form as an operator who sees the present legal details of its publisher. */
const decide = async (id: string, verb: string, json: object = {}) => {
  const legal = await database.db
    .selectFrom('taxForm')
    .innerJoin('legalDetail as legal', 'legal.id', 'taxForm.publisherId')
    .select('legal.changedAt')
    .where('taxForm.id', '=', id)
    .executeTakeFirst()
  const seen = { details_changed_at: legal?.changedAt.toISOString() ?? null }
  return server.post(`${forms}/${id}/${verb}`, { as: operator, json: { ...seen, ...json } })
}
const listSubjects = async (to: string) => {
  const mails = await database.db
    .selectFrom('mail')
    .select('subject')
    .where('toAddress', '=', to)
    .orderBy('id')
    .execute()
  return mails.map(({ subject }) => subject)
}

/** Reads when the file of a form is deleted; undefined while it is kept. */
async function readEnd(formId: string): Promise<number | undefined> {
  const { deleteAfter } = await database.db
    .selectFrom('taxForm')
    .innerJoin('storedFile', 'storedFile.id', 'taxForm.fileId')
    .select('deleteAfter')
    .where('taxForm.id', '=', formId)
    .executeTakeFirstOrThrow()
  return deleteAfter?.getTime()
}

/** Makes a publisher that has handed in a form. */
async function makeApplicant() {
  const as = await make()
  await save(as)
  expect((await submit(as, { file_id: await upload(as) })).statusCode).toBe(200)
  const formId = (await read(as)).tax.forms[0]?.id ?? ''
  return { as, formId }
}

describe('legal details', () => {
  test('begin with the profile, and are saved only after the password', async () => {
    const as = await make()
    expect(await read(as)).toMatchObject({ details: null, tax: { is_required: true, state: 'missing', admitted: [] } })
    const refused = await save({ ...as, passwordVerifiedAt: new Date(0) })
    expect(refused.json()).toMatchObject({ code: 'password_required' })
    expect((await save(as, { vatId: 'DE 12' })).json()).toMatchObject({ field: 'vatId' })
    expect((await read(as)).details).toBeNull()
    expect((await save(as, { vatId: 'de 123 456 788' })).statusCode).toBe(200)
    expect(await read(as)).toMatchObject({
      details: { legal_name: 'Mara Lind', country: 'DE', vat_id: 'DE123456788' },
      tax: { admitted: ['W-8BEN', 'W-9'] },
    })
  })

  test('come before the consent to self-billing, which names its version and can be withdrawn', async () => {
    const as = await make()
    const agree = (version: string | null) => server.post(`${me}/self-billing`, { as, json: { version } })
    const { present_version: version } = (await read(as)).self_billing
    expect((await agree(version)).statusCode).toBe(409)
    await save(as)
    expect((await agree('1999-01')).statusCode).toBe(409)
    expect((await agree(version)).statusCode).toBe(200)
    expect((await read(as)).self_billing).toMatchObject({ version, agreed_at: expect.any(String) })
    await save(as, { address: '2 Lane' })
    expect((await read(as)).self_billing.version).toBe(version)
    await agree(null)
    expect((await read(as)).self_billing).toMatchObject({ version: null, agreed_at: null })
  })
})

describe('a tax form', () => {
  test('waits, is read by its publisher and operators alone, and is verified', async () => {
    const { as, formId } = await makeApplicant()
    expect((await read(as)).tax).toMatchObject({ state: 'waiting', forms: [{ status: 'waiting', form: 'W-8BEN' }] })
    const own = await server.get(`${me}/tax-forms/${formId}/file`, { as })
    expect([own.rawPayload.toString(), own.headers['content-type']]).toEqual(['%PDF-1.7 of Mara', 'application/pdf'])
    expect(own.headers).toMatchObject({
      'content-disposition': 'attachment; filename="form.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect((await server.get(`${me}/tax-forms/${formId}/file`, { as: await make() })).statusCode).toBe(404)
    expect((await server.get(`${forms}/${formId}/file`, { as: operator })).statusCode).toBe(200)
    const list = (await server.get(forms, { as: operator })).json<{ data: { forms: QueuedForm[]; waiting: number } }>()
    expect(list.data.forms.find(({ id }) => id === formId)).toMatchObject({
      publisher_id: Number(as.publisherId),
      details: { legal_name: 'Mara Lind' },
      file: { name: 'form.pdf', media_type: 'application/pdf' },
    })
    expect((await decide(formId, 'verify')).statusCode).toBe(200)
    expect((await decide(formId, 'verify')).statusCode).toBe(409)
    expect((await read(as)).tax).toMatchObject({ state: 'verified', forms: [{ status: 'verified' }] })
    expect(await listSubjects(as.email)).toEqual([expect.stringContaining('verified your W-8BEN')])
  })

  test('is decided only by an operator who has seen the present legal details', async () => {
    const { as, formId } = await makeApplicant()
    const list = (await server.get(forms, { as: operator })).json<{ data: { forms: QueuedForm[] } }>()
    const seen = list.data.forms.find(({ id }) => id === formId)?.details_changed_at
    await save(as, { legalName: 'Mara Brook' })
    for (const verb of ['verify', 'refuse']) {
      const late = await decide(formId, verb, { details_changed_at: seen, ...(verb === 'refuse' && { reason: 'No.' }) })
      expect([late.statusCode, late.json().code]).toEqual([409, 'tax.details_changed'])
    }
    expect((await read(as)).tax.state).toBe('waiting')
    expect((await decide(formId, 'verify')).statusCode).toBe(200)
  })

  test('that was verified is kept for some years also when it waits again and is refused, or replaced', async () => {
    for (const isRefused of [true, false]) {
      const { as, formId } = await makeApplicant()
      await decide(formId, 'verify')
      await save(as, { legalName: 'Mara Brook' })
      expect((await read(as)).tax.state).toBe('waiting')
      if (isRefused) await decide(formId, 'refuse', { reason: 'Another name.' })
      else await submit(as, { file_id: await upload(as) })
      expect(await readEnd(formId)).toBeGreaterThan(Date.now() + 3 * 366 * 86_400_000)
    }
  })

  test('that is refused says why, and a verified one can be refused later', async () => {
    const { as, formId } = await makeApplicant()
    expect((await decide(formId, 'refuse', { reason: '' })).json()).toMatchObject({ field: 'reason' })
    await decide(formId, 'refuse', { reason: 'The signature is missing.' })
    expect((await read(as)).tax).toMatchObject({ state: 'missing', forms: [{ reason: 'The signature is missing.' }] })
    const mails = await database.db.selectFrom('mail').select('textBody').where('toAddress', '=', as.email).execute()
    expect(mails[0]?.textBody).toContain('The signature is missing.')
    const other = await makeApplicant()
    await decide(other.formId, 'verify')
    expect((await decide(other.formId, 'refuse', { reason: 'A forgery.' })).statusCode).toBe(200)
    expect((await read(other.as)).tax.state).toBe('missing')
  })

  test('holds until the next one is verified, and then its file is kept for some years', async () => {
    const { as, formId } = await makeApplicant()
    await decide(formId, 'verify')
    await submit(as, { form: 'W-9', file_id: await upload(as) })
    expect((await read(as)).tax).toMatchObject({
      state: 'verified',
      forms: [{ status: 'waiting' }, { status: 'verified' }],
    })
    await submit(as, { file_id: await upload(as) })
    const [latest, ...before] = (await read(as)).tax.forms
    expect(before.map(({ status }) => status)).toEqual(['replaced', 'verified'])
    await decide(latest?.id ?? '', 'verify')
    expect((await read(as)).tax.forms.map(({ status }) => status)).toEqual(['verified', 'replaced', 'replaced'])
    expect(await readEnd(formId)).toBeGreaterThan(Date.now() + 4 * 365 * 86_400_000)
  })

  test('keeps its file while another form that ends has the same', async () => {
    const as = await make()
    await save(as)
    const fileId = await upload(as)
    const handIn = async () => {
      expect((await submit(as, { file_id: fileId })).statusCode).toBe(200)
      return (await read(as)).tax.forms[0]?.id ?? ''
    }
    const readDeletion = () =>
      database.db.selectFrom('storedFile').select('deleteAfter').where('id', '=', fileId).executeTakeFirst()
    await handIn()
    await decide(await handIn(), 'verify')
    await decide(await handIn(), 'refuse', { reason: 'A copy.' })
    expect(await readDeletion()).toEqual({ deleteAfter: null })
    await decide(await handIn(), 'verify')
    expect(await readDeletion()).toEqual({ deleteAfter: null })
  })

  test('needs a file that its publisher has just stored, and legal details that fit', async () => {
    const as = await make()
    const fileId = await upload(as)
    expect((await submit(as, { file_id: fileId })).json()).toMatchObject({ status: 409 })
    await save(as)
    const { as: other } = await makeApplicant()
    for (const [json, field] of [
      [{ file_id: await upload(other) }, 'file_id'],
      [{ file_id: crypto.randomUUID() }, 'file_id'],
      [{ file_id: '' }, 'file_id'],
      [{ file_id: fileId, form: 'W-8BEN-E' }, 'form'],
      [{ file_id: fileId, signed_on: '2999-01-01' }, 'signed_on'],
    ] as const) {
      expect((await submit(as, json)).json()).toMatchObject({ field })
    }
    expect((await read(as)).tax.forms).toEqual([])
  })

  test('waits again after a change of the name, and not after a change of the address', async () => {
    const { as, formId } = await makeApplicant()
    await decide(formId, 'verify')
    await save(as, { address: '2 Lane' })
    expect((await read(as)).tax.state).toBe('verified')
    await save(as, { legalName: 'Mara Other' })
    expect((await read(as)).tax).toMatchObject({ state: 'waiting', forms: [{ id: formId, status: 'waiting' }] })
    expect(await readEnd(formId)).toBeUndefined()
  })

  test('is replaced by one that waits after a change of the name, and its file goes after some years', async () => {
    const { as, formId } = await makeApplicant()
    await decide(formId, 'verify')
    await submit(as, { file_id: await upload(as) })
    await save(as, { legalName: 'Mara Other' })
    expect((await read(as)).tax.forms.map(({ status }) => status)).toEqual(['waiting', 'replaced'])
    expect(await readEnd(formId)).toBeGreaterThan(Date.now() + 4 * 365 * 86_400_000)
  })

  test('that ends is mailed once some weeks before and once after', async () => {
    const { as, formId } = await makeApplicant()
    await decide(formId, 'verify')
    await database.db.updateTable('taxForm').set({ expiresOn: '2026-12-31' }).where('id', '=', formId).execute()
    for (const day of ['2026-11-15', '2026-11-16', '2026-11-17', '2026-12-31', '2027-01-01', '2027-01-02']) {
      await mailFormEnds({ ...ctx(), now: new Date(`${day}T06:40:00Z`) })
    }
    const [, ...ends] = await listSubjects(as.email)
    expect(ends).toEqual([expect.stringContaining('ends on December 31'), expect.stringContaining('ended on December')])
  })
})

test('operators are told once an hour, and decide whether forms are required', async () => {
  const subjects = await listSubjects(operator.email)
  expect(subjects).toEqual([expect.stringContaining('A tax form waits')])
  const set = (is_required: boolean) =>
    server.post('/api/v1/operator/tax-policy', { as: operator, json: { is_required } })
  await set(false)
  expect(await isFormRequired(database.db)).toBe(false)
  await set(true)
  expect(await isFormRequired(database.db)).toBe(true)
})
