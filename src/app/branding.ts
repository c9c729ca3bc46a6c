import type { Config } from '#platform/server/config.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'

/** Names the network as its mails do. */
export function getBranding({ network, publicUrl }: Config): EmailBranding {
  return { networkName: network.name, supportEmail: network.supportEmail, publicUrl }
}
