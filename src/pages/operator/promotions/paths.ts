/** Returns the address of an advertiser's promotions in the operator's console. */
export function getListPath(advertiserId: number | string): string {
  return `/operator/advertisers/${advertiserId}/promotions`
}
