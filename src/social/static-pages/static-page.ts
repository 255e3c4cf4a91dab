/** A page that the operator writes, such as the terms: one text a language. */
export interface StaticPage {
  /** Digits. */
  id: string;
  /** In its address: `/static/terms`. */
  slug: string;
  language: string;
  title: string;
  /** Markdown. */
  body: string;
  position: number;
  /** Link in the footer. */
  inFooter: boolean;
  updatedAt: Date;
}
