/** The picture above an article. */
export interface Cover {
  /** Path in the file store. */
  path: string;
  /** Where it is served, whole and small. */
  address: string;
  small: string;
  width: number;
  height: number;
  /** What it shows; may be empty. */
  alt: string;
}

/** What an article has beside what every post has. */
export interface ArticleDetails {
  categoryId: string | null;
  /** What the category is called. */
  category: string | null;
  cover: Cover | null;
  /** The hashtags beside it, as they were put there. */
  tags: readonly string[];
  words: number;
  /** How long reading it takes. */
  minutes: number;
}

/** An article as its author hands it in: fields of a form, all of them text. */
export interface ArticleContent {
  title: string;
  /** Markdown. */
  text: string;
  /** Words with commas or spaces between. */
  tags: string;
  /** Empty: none. */
  category: string;
  /** Path of an uploaded picture; empty: none. */
  cover: string;
  coverAlt: string;
  warning: string;
  privacy: string;
  /** How it is sold, as `readPaywallForm` reads it. */
  paid_for: string;
  post_price: string;
  paid_text: string;
}

export const emptyContent: ArticleContent = {
  title: '',
  text: '',
  tags: '',
  category: '',
  cover: '',
  coverAlt: '',
  warning: '',
  privacy: 'public',
  paid_for: '',
  post_price: '',
  paid_text: '',
};

/** What of a form or a draft is an article's. */
export const toContent = (given: Readonly<Record<string, unknown>>): ArticleContent =>
  Object.fromEntries(
    Object.entries(emptyContent).map(([name, empty]: [string, string]) => {
      const value = given[name];
      return [name, typeof value === 'string' ? value : empty];
    }),
  ) as unknown as ArticleContent;
