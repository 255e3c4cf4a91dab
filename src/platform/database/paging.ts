/** A part of a list that is read on from a cursor: `next` is the cursor behind it, and undefined on the last part. */
export interface CursorPage<Item> {
  items: Item[];
  next: string | undefined;
}

/** A page of a list that is asked for by its number. */
export interface NumberedPage<Item> {
  items: Item[];
  hasMore: boolean;
}
