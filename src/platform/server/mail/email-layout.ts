import { ADVERTISER_PARAM } from '#kernel/advertiser-link.ts'
import { escapeHtml } from '#kernel/html.ts'
import type { Locale } from '#texts/texts.ts'

/** A mail that is ready to be sent. */
export interface EmailMessage {
  subject: string
  text: string
  html: string
  /** The address of the main link. */
  link?: string
  /** A file in UTF-8. */
  attachment?: { name: string; text: string }
  /** The page that ends mails of this kind: for a reader by its button, for a mail program by one POST (RFC 8058). */
  unsubscribeUrl?: string
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
  /** A paragraph can have several lines. */
  paragraphs: readonly string[]
  /** The main link, shown as a button. Its address must begin with `publicUrl` of the branding. */
  action?: { label: string; url: string }
  /** Rows below the paragraphs. The first column names them, the others are figures. */
  table?: EmailTable
  /** A second link, in the small print. Its address must begin with `publicUrl` of the branding. */
  footerLink?: { label: string; url: string }
  /** Small print under the content. */
  footer: string
}

/** A table of a mail; the last of its rows is that of the totals. */
export interface EmailTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Renders a mail as plain text and as HTML. All values are escaped in HTML. */
export function composeEmail(branding: EmailBranding, content: EmailContent): EmailMessage {
  const { subject, action } = content
  const message = { subject, text: renderText(branding, content), html: renderHtml(branding, content) }
  return action ? { ...message, link: action.url } : message
}

/**
 * Lets the main link of a mail name the advertiser that the mail is about, so that it leads a member of several teams
 * to no page of another one.
 */
export function addAdvertiserToLink(message: EmailMessage, { advertiserId }: { advertiserId: bigint }): EmailMessage {
  if (message.link === undefined) return message
  const url = new URL(message.link)
  url.searchParams.set(ADVERTISER_PARAM, String(advertiserId))
  const [before, link] = [message.link, url.href]
  return {
    ...message,
    link,
    text: message.text.replace(`\n${before}\n`, () => `\n${link}\n`),
    html: message.html.replace(`href="${escapeHtml(before)}"`, () => `href="${escapeHtml(link)}"`),
  }
}

function renderText(branding: EmailBranding, content: EmailContent): string {
  const { paragraphs, action, table, footer, footerLink } = content
  const [first = '', ...rest] = paragraphs
  const link = action ? [`${action.label}:\n${action.url}`] : []
  const lines = table ? [[table.columns, ...table.rows].map((cells) => cells.join(' | ')).join('\n')] : []
  const end = footerLink ? `\n${footerLink.label}: ${footerLink.url}` : ''
  return [first, ...link, ...rest, ...lines, `--\n${footer}${end}\n${branding.publicUrl}`].join('\n\n')
}

function renderHtml(branding: EmailBranding, content: EmailContent): string {
  const { locale, subject, paragraphs, action, table, footer, footerLink } = content
  const [first = '', ...rest] = paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`)
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#14532d;color:#fff;text-decoration:none'
  const link = action
    ? `<p><a href="${escapeHtml(action.url)}" style="${button}">${escapeHtml(action.label)}</a></p>`
    : ''
  const end = footerLink
    ? `<a href="${escapeHtml(footerLink.url)}" style="color:inherit">${escapeHtml(footerLink.label)}</a><br>`
    : ''
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f5f1;color:#1c1f1d;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#fff">
<p style="font-weight:700">${escapeHtml(branding.networkName)}</p>
${[first, link, ...rest, table ? renderTable(table) : ''].join('\n')}
<p style="margin-top:32px;color:#5c635f;font-size:13px">${escapeHtml(footer)}<br>
${end}<a href="${escapeHtml(branding.publicUrl)}" style="color:inherit">${escapeHtml(branding.publicUrl)}</a></p>
</div></body></html>`
}

/** Mail programs know no style sheet, so each cell has its own style. A wide table scrolls in its own frame. */
function renderTable({ columns, rows }: EmailTable): string {
  const style = (index: number, isStrong: boolean) => {
    const first = 'text-align:left;overflow-wrap:anywhere;min-width:6em'
    const place = index === 0 ? first : 'text-align:right;white-space:nowrap'
    return `padding:6px 10px;border-bottom:1px solid #e3e1da;font-weight:${isStrong ? 700 : 400};${place}`
  }
  const line = (tag: 'td' | 'th', cells: readonly string[], isStrong: boolean) => {
    const parts = cells.map((cell, index) => `<${tag} style="${style(index, isStrong)}">${escapeHtml(cell)}</${tag}>`)
    return `<tr>${parts.join('')}</tr>`
  }
  const body = rows.map((cells, index) => line('td', cells, index === rows.length - 1))
  return `<div style="overflow-x:auto"><table style="width:100%;border-collapse:collapse;font-size:14px">
${[line('th', columns, true), ...body].join('\n')}
</table></div>`
}
