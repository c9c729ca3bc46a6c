import type { CreatedSecret } from '#domains/people/advertisers/contract.ts'
import type { SecretKind } from '#domains/people/advertisers/rules.ts'
import type { TermsView } from '#domains/programmes/programs/contract/program.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'

/** The tokens for the code samples: that of the secret that was just made, otherwise places to fill in. */
export function chooseTokens(answer: IntentAnswer | undefined): SnippetFacts['tokens'] {
  const places = { server: 'YOUR-SERVER-SECRET', pixel: 'YOUR-PIXEL-SECRET' }
  if (!answer?.ok || answer.intent !== 'createSecret') return places
  const { kind, token } = answer.reply as CreatedSecret
  return { ...places, [kind]: token }
}

/** Chooses the event for the code samples: a sale when the terms have a rate for it, otherwise the first event. */
export function exampleEvent(terms: TermsView | undefined): string | undefined {
  const actions = terms?.rates.map((rate) => rate.action_type) ?? []
  return actions.includes('sale') ? 'sale' : actions[0]
}

/** The values in the code samples. */
export interface SnippetFacts {
  /** Scheme, host and port of the tracking address. */
  trackingOrigin: string
  tokens: Readonly<Record<SecretKind, string>>
  /** The event of the example. */
  event: string
  currency: string
}

/**
 * Builds code that reports an order, in three languages, code that decides one, and a pixel. The code of servers sends
 * POST requests, so that access logs do not contain its secret; the pixel carries the secret that pages may show.
 */
export function codeSnippets({ trackingOrigin, tokens, event, currency }: SnippetFacts) {
  const url = `${trackingOrigin}/postback`
  const { server: token, pixel } = tokens
  const order = `event=${event}&amount=49.90&currency=${currency}`
  const pixelQuery = `token=${pixel}&click_id=CLICK_ID&order_id=ORDER_ID&${order}`
  return {
    curl: `curl -sS ${url} \\
  --data-urlencode "token=${token}" \\
  --data-urlencode "click_id=$CLICK_ID" \\
  --data-urlencode "order_id=$ORDER_ID" \\
  --data-urlencode "event=${event}" \\
  --data-urlencode "amount=49.90" \\
  --data-urlencode "currency=${currency}"`,
    decide: `# To confirm: status=confirmed. To lower the value: status=amended with the new amount.
curl -sS ${url} \\
  --data-urlencode "token=${token}" \\
  --data-urlencode "order_id=$ORDER_ID" \\
  --data-urlencode "event=${event}" \\
  --data-urlencode "status=cancelled" \\
  --data-urlencode "reason=RETURNED_MERCHANDISE"`,
    pixel: `<!-- On the page after the order, with its values in place of CLICK_ID, ORDER_ID and 49.90. -->
<img src="${trackingOrigin}/p.gif?${pixelQuery.replaceAll('&', '&amp;')}" width="1" height="1" alt="">`,
    node: `async function reportOrder({ clickId, orderId, amount }) {
  const response = await fetch('${url}', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: '${token}',
      click_id: clickId,
      order_id: orderId,
      event: '${event}',
      amount, // a string such as '49.90'
      currency: '${currency}',
    }),
    signal: AbortSignal.timeout(10_000),
  })
  return response.json() // { result, reason, transaction_id }
}`,
    php: `function report_order(string $clickId, string $orderId, string $amount): array {
    $body = http_build_query([
        'token' => '${token}',
        'click_id' => $clickId,
        'order_id' => $orderId,
        'event' => '${event}',
        'amount' => $amount, // '49.90'
        'currency' => '${currency}',
    ]);
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => 'Content-Type: application/x-www-form-urlencoded',
        'content' => $body,
        'timeout' => 10,
        'ignore_errors' => true,
    ]]);
    return json_decode(file_get_contents('${url}', false, $context), true);
}`,
  }
}
