/**
 * Marks a text that people read: it is sent in the language of the page (`src/platform/http/assets/localize.ts`), so that nothing
 * of this reaches a browser.
 */
export const t = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  String.raw({ raw: parts }, ...values);
