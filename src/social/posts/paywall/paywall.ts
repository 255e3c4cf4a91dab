/** Paywall settings of a post. */
export interface NewPaywall {
  /** The public text; may be empty. */
  teaser: string;
  /** Whether subscribers of the author or page have access. */
  isForMembers: boolean;
  /** The minimum plan for access. Undefined for any plan. */
  planId?: string;
  /** The price of this post, as typed: `2.50`. Undefined if not sold individually. */
  price?: string;
}

/** The cheapest plan that grants access to a post. */
interface OfferedPlan {
  id: string;
  title: string;
  /** Formatted for pages: `$4.50`. */
  price: string;
  /** As typed: `4.50`. */
  plainPrice: string;
  period: string;
  periodNum: number;
}

/** The paywall of a post as a viewer sees it. */
export interface Paywall {
  /** Whether the viewer has access. The content is then part of the post. */
  isOpen: boolean;
  teaser: string;
  isForMembers: boolean;
  planId: string | null;
  /** An amount such as `2.50`. Null if not sold individually. */
  price: string | null;
  /** Formatted for pages: `$2.50`. */
  shownPrice: string | null;
  /** A picture of a few pixels, as a data: URL. Empty for none. */
  blur: string;
  /** Null if no plan is offered. */
  offer: OfferedPlan | null;
}
