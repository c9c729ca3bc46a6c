/** A product of the shop; the price is decimal text in US dollars. */
export interface Product {
  slug: string
  name: string
  text: string
  price: string
}

/** Renders the front page with all products. */
export function renderCatalogue(products: readonly Product[]): string {
  const cards = products.map(
    (product) => `<li><a href="/products/${product.slug}"><h2>${product.name}</h2></a>
      <p>${product.text}</p><p class="price">$${product.price}</p></li>`,
  )
  return layout('Leaf & Kettle', `<h1>Tea, and what it needs</h1><ul>${cards.join('')}</ul>`)
}

/** Renders a product with its order button. */
export function renderProduct(product: Product): string {
  return layout(
    product.name,
    `<h1>${product.name}</h1><p>${product.text}</p><p class="price">$${product.price}</p>
    <form method="post"><button>Buy now</button></form><p><a href="/">All products</a></p>`,
  )
}

/** Renders the page after the order, with the network's answer. */
export function renderThanks(order: { product: Product; orderId: string; reported: string }): string {
  return layout(
    'Thank you',
    `<h1>Thank you</h1><p>Your ${order.product.name} is on its way.</p>
    <dl><dt>Order</dt><dd id="order">${order.orderId}</dd>
    <dt>Amount</dt><dd>$${order.product.price}</dd>
    <dt>Reported to the network</dt><dd id="reported">${order.reported}</dd></dl>
    <p><a href="/">Back to the shop</a></p>`,
  )
}

function layout(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root { color-scheme: light dark; font: 18px/1.6 Georgia, serif }
body { margin: 0 auto; max-width: 44rem; padding: 3rem 1.25rem }
header { font-variant: small-caps; letter-spacing: .08em; margin-bottom: 2.5rem }
ul { display: grid; gap: 1rem; list-style: none; padding: 0 }
@media (min-width: 40rem) { ul { grid-template-columns: repeat(3, 1fr) } }
li { border: 1px solid #8884; border-radius: .75rem; padding: 1rem 1.25rem }
h2 { font-size: 1.1rem; margin: 0 } .price { font-weight: bold } dt { opacity: .7 } dd { margin: 0 0 .75rem }
button { background: #2f5d50; border: 0; border-radius: .5rem; color: #fff; font: inherit; padding: .6rem 1.6rem }
</style></head><body><header>Leaf &amp; Kettle</header><main>${body}</main></body></html>`
}
