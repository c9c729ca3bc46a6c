/**
 * Pages that share an address: publishers see the ones, everybody else the others (specification 1, section 2:
 * `/advertisers` has a view of its own for the signed-in). Named in `src/routes.ts`.
 */
export const forPublishers = ['publishers-advertisers']
export const forOthers = ['visitors-advertisers']
