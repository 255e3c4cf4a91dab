import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';

/** Idempotency key of a form: submitting it twice moves money once. */
export const FormKey = Type.String({
  pattern: '^[A-Za-z0-9-]{8,64}$',
  description: 'Random idempotency key',
});

/** A hidden field with a new key. A rejected form gets a new key too, since nothing was moved. */
export const idempotencyKeyField = (state: FormState): Html =>
  html`<input type="hidden" name="key" id="${state.idPrefix ?? 'form'}-key" value="${randomUUID()}" />`;
