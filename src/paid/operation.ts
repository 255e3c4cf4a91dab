import type { Static, TObject, TSchema } from 'typebox';
import type { App } from '../platform/app.ts';
import type { Amount, Price } from './price.ts';

/**
 * A call that anyone may buy, declared once: validation, quotes, OpenAPI, the manifest and the catalogues read this. It is
 * served at `path` by GET with query parameters, and by POST with a JSON body.
 */
export interface PaidOperation {
  /** `/api/trending`. */
  path: string;
  /** A few words, as a heading: `Trending`. */
  title: string;
  /** One sentence without a period: what the buyer gets. */
  summary: string;
  description?: string;
  tag: string;
  price: Price;
  /** Every property has a default or is optional: without input, the call runs on its example or returns the newest. */
  input: TObject;
  output: TSchema;
  example: { input: Record<string, unknown>; output: unknown };
  /** Where the price is by items: how many items the call returns for this input, at most. `limit` is lowered to what was paid. */
  items?: (app: App, input: never) => Promise<number> | number;
  /** Where the price is a sum: that of this input. Throws a `Problem` where it names none. */
  sum?: (app: App, input: never) => Amount;
  answer: (app: App, input: never) => Promise<unknown>;
  /** The id of the account whose wallet is credited with what is paid. Such a call is not paid from a wallet. */
  credits?: (app: App, input: never) => Promise<string>;
  /** User names of the people whose content an answer has, once for each item: they see what was sold of theirs. */
  authors?: (output: never) => readonly string[];
  /** The same as Markdown, for buyers that ask for it by `Accept`. */
  markdown?: (app: App, output: never) => string;
}

/**
 * Operations of one kind that share an address but for its last part, each loaded when it is first asked for. They are
 * listed in a catalog of their own, with their prices and parameters.
 */
export interface PaidGroup {
  /** `/api/toolkit`: where the catalog is, and below it the operations. */
  path: string;
  title: string;
  summary: string;
  tag: string;
  price: Price;
  /** What the last part of an address is: `slug`. */
  parameter: { name: string; description: string; example: string };
  names: () => Promise<readonly string[]>;
  find: (name: string) => Promise<PaidOperation | undefined>;
}

interface Declaration<I extends TObject, O extends TSchema> extends Omit<
  PaidOperation,
  'input' | 'output' | 'example' | 'items' | 'sum' | 'answer' | 'credits' | 'authors' | 'markdown'
> {
  input: I;
  output: O;
  example: { input: Partial<Static<I>>; output: Static<O> };
  items?: (app: App, input: Static<I>) => Promise<number> | number;
  sum?: (app: App, input: Static<I>) => Amount;
  answer: (app: App, input: Static<I>) => Promise<Static<O>>;
  credits?: (app: App, input: Static<I>) => Promise<string>;
  authors?: (output: Static<O>) => readonly string[];
  markdown?: (app: App, output: Static<O>) => string;
}

/** Declares an operation. Nothing is compiled or checked before the operation is first used. */
export const paidOperation = <I extends TObject, O extends TSchema>(
  declared: Declaration<I, O>,
): PaidOperation => declared;
