import { escapeHtml } from '#kernel/html.ts'
import type { Locale } from '#texts/texts.ts'

/** A mail that is ready to be sent. */
export interface EmailMessage {
  subject: string
  text: string
  html: string
}

/** The sender, as every mail names it. */
export interface EmailBranding {
  networkName: string
  supportEmail: string
  /** Origin without a trailing slash; links in mails begin with it. */
  publicUrl: string
}

/** The content of a mail, without markup. */
export interface EmailContent {
  locale: Locale
  subject: string
  paragraphs: readonly string[]
  /** The main link, shown as a button. Its address must begin with `publicUrl` of the branding. */
  action?: { label: string; url: string }
  /** Small print under the content. */
  footer: string
}

/** Renders a mail as plain text and as HTML. All values are escaped in HTML. */
export function composeEmail(branding: EmailBranding, content: EmailContent): EmailMessage {
  return { subject: content.subject, text: renderText(branding, content), html: renderHtml(branding, content) }
}

function renderText(branding: EmailBranding, { paragraphs, action, footer }: EmailContent): string {
  const [first = '', ...rest] = paragraphs
  const link = action ? [`${action.label}:\n${action.url}`] : []
  return [first, ...link, ...rest, `--\n${footer}\n${branding.publicUrl}`].join('\n\n')
}

function renderHtml(branding: EmailBranding, content: EmailContent): string {
  const { locale, subject, paragraphs, action, footer } = content
  const [first = '', ...rest] = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#14532d;color:#fff;text-decoration:none'
  const link = action
    ? `<p><a href="${escapeHtml(action.url)}" style="${button}">${escapeHtml(action.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f5f1;color:#1c1f1d;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#fff">
<p style="font-weight:700">${escapeHtml(branding.networkName)}</p>
${[first, link, ...rest].join('\n')}
<p style="margin-top:32px;color:#5c635f;font-size:13px">${escapeHtml(footer)}<br>
<a href="${escapeHtml(branding.publicUrl)}" style="color:inherit">${escapeHtml(branding.publicUrl)}</a></p>
</div></body></html>`
}
