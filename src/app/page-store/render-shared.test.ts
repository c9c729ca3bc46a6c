import { once } from 'node:events'
import { expect, test } from 'vitest'
import { renderShared } from './render-shared.ts'

test('logs a render that takes too long, and refuses its page', async () => {
  const logged: unknown[] = []
  const site = {
    handle: async ({ signal }: Request) => {
      await once(signal, 'abort')
      return new Response(null, { status: 500 })
    },
    shared: { find: () => undefined, params: new Set<string>() },
  }
  const visit = {
    key: 'home',
    address: '/',
    variant: { locale: 'en', scheme: 'light', consent: undefined, isPhone: false },
  } as const
  const network = { name: '', supportEmail: '', addressUnitedStates: '', addressHongKong: '', legalIdentity: '' }
  const rendering = renderShared(site, visit, {
    publicUrl: 'http://localhost',
    secret: Buffer.alloc(32),
    openSession: (variant) => ({
      ...variant,
      actor: null,
      network,
      publicUrl: 'http://localhost',
      trackingOrigin: 'http://localhost',
      csrfToken: () => '',
      texts: () => ({}),
      errorText: () => '',
      call: () => Promise.reject(new Error('The page makes no call')),
    }),
    logError: (error) => logged.push(error),
    renderMs: 20,
  })
  await expect(rendering).rejects.toMatchObject({ details: { code: 'unavailable', status: 503 } })
  expect(logged).toMatchObject([{ name: 'TimeoutError' }])
})
