/** A page of a list, and how to get the next one. */
export interface Page<Item> {
  items: Item[];
  /** Undefined on the last page. */
  next: (() => Promise<Page<Item>>) | undefined;
}

/**
 * A list of which pages are read when they are needed: `for await (const link of hop.links.list())`. Awaited, it is its
 * first page.
 */
export class List<Item> implements AsyncIterable<Item>, PromiseLike<Page<Item>> {
  readonly #first: () => Promise<Page<Item>>;

  constructor(first: () => Promise<Page<Item>>) {
    this.#first = first;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for (let page: Page<Item> | undefined = await this.#first(); page; page = await page.next?.())
      yield* page.items;
  }

  then<One = Page<Item>, Other = never>(
    onFulfilled?: ((page: Page<Item>) => One | PromiseLike<One>) | null,
    onRejected?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<One | Other> {
    return this.#first().then(onFulfilled, onRejected);
  }
}
