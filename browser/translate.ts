/**
 * Marks a user-visible text. The server translates it to the language of the page when it serves the script
 * (`src/platform/http/assets/assets.ts`), so that this function never reaches a browser.
 */
export const t = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  String.raw({ raw: parts }, ...values);
