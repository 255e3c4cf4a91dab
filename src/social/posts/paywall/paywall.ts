/** How the content of a post is sold. */
export interface NewPaywall {
  /** The public text; may be empty. */
  teaser: string;
  /** Whether subscribers of its author, or of its page, read it. */
  isForMembers: boolean;
  /** The least plan that they need; omitted: any. */
  planId?: string;
  /** The price of the post alone, as typed: `2.50`; omitted: not sold alone. */
  price?: string;
}

/** The cheapest plan that opens a post. */
interface OfferedPlan {
  id: string;
  title: string;
  /** As pages show it: `$4.50`. */
  price: string;
  /** As it was typed: `4.50`. */
  plainPrice: string;
  period: string;
  periodNum: number;
}

/** The same of a post as a viewer sees it. */
export interface Paywall {
  /** Whether the viewer may read the content: then it is in the post. */
  isOpen: boolean;
  teaser: string;
  isForMembers: boolean;
  planId: string | null;
  /** Such as `2.50`; null: it is not sold by itself. */
  price: string | null;
  /** As pages show it: `$2.50`. */
  shownPrice: string | null;
  /** A picture of a few pixels, as a data: address; empty: none. */
  blur: string;
  /** Null where nobody can subscribe: no plan is offered. */
  offer: OfferedPlan | null;
}
