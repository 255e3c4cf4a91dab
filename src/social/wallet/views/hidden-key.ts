import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';

/** The field that names one sending of a form: sent twice, it moves money once. */
export const FormKey = Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$', description: 'A random key' });

/** A new key for a new form; after a refusal, in which nothing moved, a new one too. */
export const hiddenKey = (state: FormState): Html =>
  html`<input type="hidden" name="key" id="${state.idPrefix ?? 'form'}-key" value="${randomUUID()}" />`;
