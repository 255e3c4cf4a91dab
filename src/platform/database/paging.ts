/**
 * A page of a list with cursor pagination. `next` is the cursor of the next page, undefined on the last one.
 */
export interface CursorPage<Item> {
  items: Item[];
  next: string | undefined;
}

/** A page of a list with page numbers. */
export interface NumberedPage<Item> {
  items: Item[];
  hasMore: boolean;
}
