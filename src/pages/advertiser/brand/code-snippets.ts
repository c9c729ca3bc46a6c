import type { CreatedSecret } from '#domains/advertisers/contract.ts'
import type { TermsView } from '#domains/programs/contract/program.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'

/** The token for the code samples: that of the secret that was just made, otherwise a place to fill in. */
export function chooseToken(secrets: readonly unknown[], answer: IntentAnswer | undefined): string | undefined {
  if (answer?.ok && answer.intent === 'createSecret') return (answer.reply as CreatedSecret).token
  return secrets.length === 0 ? undefined : 'YOUR-SECRET'
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
  token: string
  /** The event of the example. */
  event: string
  currency: string
}

/**
 * Builds code that reports an order, in three languages. Each sample sends a POST request, so that access logs do not
 * contain the secret.
 */
export function codeSnippets({ trackingOrigin, token, event, currency }: SnippetFacts) {
  const url = `${trackingOrigin}/postback`
  return {
    curl: `curl -sS ${url} \\
  --data-urlencode "token=${token}" \\
  --data-urlencode "click_id=$CLICK_ID" \\
  --data-urlencode "order_id=$ORDER_ID" \\
  --data-urlencode "event=${event}" \\
  --data-urlencode "amount=49.90" \\
  --data-urlencode "currency=${currency}"`,
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
