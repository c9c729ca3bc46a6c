import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { pageNonce } from '#platform/web/nonce.ts'

declare global {
  var __webpack_nonce__: string | undefined
}

// Libraries that add a <style> of their own (the scroll lock of dialogs) look for the nonce under this name.
globalThis.__webpack_nonce__ = pageNonce()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
