/** The cover picture of an article. */
export interface Cover {
  /** Path in the file store. */
  path: string;
  /** URLs of the full and the small picture. */
  address: string;
  small: string;
  width: number;
  height: number;
  /** Alt text, or empty. */
  alt: string;
}

/** The fields of an article in addition to those of all posts. */
export interface ArticleDetails {
  categoryId: string | null;
  /** The name of the category. */
  category: string | null;
  cover: Cover | null;
  /** Signed URLs of the pictures in the text, by path. Empty if everyone can see them. */
  pictures: ReadonlyMap<string, string>;
  /** Hashtags from the tags field, as entered. */
  tags: readonly string[];
  words: number;
  /** Reading time in minutes. */
  minutes: number;
}

/** An article as submitted: form fields, all of them text. */
export interface ArticleContent {
  title: string;
  /** Markdown. */
  text: string;
  /** Words separated by commas or spaces. */
  tags: string;
  /** Empty for none. */
  category: string;
  /** Path of an uploaded picture, or empty. */
  cover: string;
  coverAlt: string;
  warning: string;
  privacy: string;
  /** Paywall settings, as parsed by `parsePaywallForm`. */
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

/** Picks the article fields of a form or draft. */
export const toContent = (given: Readonly<Record<string, unknown>>): ArticleContent =>
  Object.fromEntries(
    Object.entries(emptyContent).map(([name, empty]: [string, string]) => {
      const value = given[name];
      return [name, typeof value === 'string' ? value : empty];
    }),
  ) as unknown as ArticleContent;
