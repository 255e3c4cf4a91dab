/** A page written by the operator, such as the terms, with one text per language. */
export interface StaticPage {
  /** Digits. */
  id: string;
  /** Path segment: `/static/terms`. */
  slug: string;
  language: string;
  title: string;
  /** Markdown. */
  body: string;
  position: number;
  /** Whether the footer links to the page. */
  inFooter: boolean;
  updatedAt: Date;
}
