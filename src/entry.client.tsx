import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { pageNonce } from '#platform/web/nonce.ts'

declare global {
  var __webpack_nonce__: string | undefined
  var __zod_globalConfig: { jitless: boolean } | undefined
}

// Libraries that add a <style> of their own (the scroll lock of dialogs) look for the nonce under this name.
globalThis.__webpack_nonce__ = pageNonce()
// Zod, which some parts load later, would try `eval`, and the policy of the page would report that.
globalThis.__zod_globalConfig = { jitless: true }

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
