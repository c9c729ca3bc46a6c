/**
 * The ids of pages that share an address: one for publishers, one for all other readers (specification 1, section 2:
 * `/advertisers` has another view for publishers). `src/routes.ts` uses them.
 */
export const forPublishers = ['publishers-advertisers', 'publishers-account']
export const forOthers = ['visitors-advertisers', 'others-account']
