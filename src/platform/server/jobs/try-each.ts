/**
 * Does the work for each item in turn. What fails for one does not hold up the others: the failures are thrown together
 * at the end. Their cause is the first of them, because the log shows no other.
 */
export async function tryEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  message: string,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, message, { cause: failures[0] })
}
