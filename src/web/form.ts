import { t } from './translation/translate.ts';
import { button, linkButton, type ButtonKind, icon } from './components/controls.ts';
import { confirmationFields } from './components/confirmation.ts';
import { fieldId } from './components/fields/field.ts';
import { attributes, classes, html, trusted, type Fragment, type Html } from './html.ts';
import type { FieldProblem } from '../kernel/problem.ts';

/** The state of a rejected form: its submitted values and a message for each invalid field. */
export interface FormState {
  values?: Readonly<Record<string, string | undefined>>;
  errors?: Readonly<Record<string, string | undefined>>;
  /** An error of the whole form, such as "That email and password do not match". */
  message?: string | undefined;
  /** Prefix of the field ids, if another form on the page has fields with the same names. */
  idPrefix?: string;
}

interface FormOptions {
  action: string;
  method?: 'post' | 'get';
  /** The fields. */
  body: Fragment;
  /** Label of the submit button, a verb. If omitted, `body` has its own button. */
  submit?: string;
  submitKind?: ButtonKind;
  busyLabel?: string;
  cancel?: { label: string; href: string };
  /** Errors are shown at their fields, and those without a field in a summary that takes the focus. */
  state?: FormState | undefined;
  /** Required if a field uploads files. */
  upload?: boolean;
  /**
   * A confirmation shown before submitting, such as "Delete this link? Its statistics go with it."; without scripts,
   * by a page. `{name}` is replaced by the value of the field with that name.
   */
  confirm?: string;
  /** The confirm button is red unless the action is not destructive. */
  confirmKind?: 'primary';
  /** Makes the submit button as wide as the form, for sign-in and similar. */
  wide?: boolean;
  id?: string;
  /** The Turbo Frame for the response, or `_top` for the whole page. */
  frame?: string;
  /**
   * Whether the response is a page instead of a redirect, such as a secret that is shown once. Turbo would
   * discard it.
   */
  answersWithPage?: boolean;
}

/** A form that works as a plain POST with a redirect. Scripts are optional. */
export function form(options: FormOptions): Html {
  const { method = 'post', state } = options;
  const shown = state && atFields(state, options.body);
  const body = html`${shown ?? options.body}`;
  // Somebody who types a password means it.
  const asksFirst = !body.text.includes('type="password"');
  return html`<form
    class="form"
    ${attributes({
      id: options.id,
      action: options.action,
      method,
      enctype: options.upload ? 'multipart/form-data' : undefined,
      // The server's messages are clearer than the browser's, and accessible.
      novalidate: method === 'post',
      'data-turbo-confirm': options.confirm,
      'data-confirm-kind': options.confirmKind,
      'data-turbo-frame': options.frame,
      'data-turbo': options.answersWithPage ? 'false' : undefined,
    })}
  >
    ${state && !shown && errorSummary(state)} ${body}
    ${asksFirst && confirmationFields({ ...options, label: options.submit })}
    ${options.submit && formActions(options, options.submit)}
  </form>`;
}

/**
 * The body of a rejected form whose messages all stand at their fields: the first of these takes the focus, and a
 * summary would repeat them. Several are counted above the form.
 */
function atFields(state: FormState, body: Fragment): Html | undefined {
  const names = Object.keys(state.errors ?? {}).filter((name) => state.errors?.[name]);
  if (state.message !== undefined || names.length === 0) return undefined;
  const { text } = html`${body}`;
  if (!names.every((name) => text.includes(` id="${idIn(state, name)}-error"`))) return undefined;
  const focused = trusted(text.replace(' aria-invalid="true"', ' autofocus aria-invalid="true"'));
  if (names.length === 1) return focused;
  return html`<p class="error-count" role="alert">${countOf(names.length)}</p>
    ${focused}`;
}

const countOf = (count: number): string =>
  t('{count, plural, one {Please fix the error below} other {Please fix # errors below}}', { count });

/**
 * Fills fields from a form's state: `const bound = bind(state)`, then `textField({ ...bound('email'), label: 'Email' })`.
 */
export function bind(
  state: FormState,
): (name: string) => { name: string; value: string | undefined; error: string | undefined; id?: string } {
  return (name) => ({
    name,
    value: state.values?.[name],
    error: state.errors?.[name],
    ...(state.idPrefix && { id: idIn(state, name) }),
  });
}

const idIn = ({ idPrefix }: FormState, name: string) =>
  fieldId({ name: idPrefix ? `${idPrefix}-${name}` : name });

/** The summary of errors: takes the focus, is read out, and links to each field. Omitted without errors. */
export function errorSummary(state: FormState): Html | false {
  const errors = Object.entries(state.errors ?? {}).filter(([, message]) => message);
  if (errors.length === 0 && !state.message) return false;
  const title = state.message ?? countOf(errors.length);
  return html`<div class="error-summary" role="alert" tabindex="-1" autofocus>
    ${icon('circle-alert')}
    <div>
      <p class="error-summary-title">${title}</p>
      ${
        errors.length > 0 &&
        html`<ul>
          ${errors.map(([name, message]) => html`<li><a href="#${idIn(state, name)}">${message}</a></li>`)}
        </ul>`
      }
    </div>
  </div>`;
}

/** A form with only a button, for a single action such as unfollowing or deleting. */
export function buttonForm(
  options: Parameters<typeof button>[0] & {
    to: string;
    fields?: Readonly<Record<string, string>>;
    confirm?: string;
    confirmKind?: 'primary';
    frame?: string;
    /** As of `form`. */
    answersWithPage?: boolean;
  },
): Html {
  const { to, fields = {}, confirm, confirmKind, frame, answersWithPage, ...look } = options;
  return html`<form
    class="button-form"
    ${attributes({
      action: to,
      method: 'post',
      'data-turbo-confirm': confirm,
      'data-confirm-kind': confirmKind,
      'data-turbo-frame': frame,
      'data-turbo': answersWithPage ? 'false' : undefined,
    })}
  >
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${confirmationFields({ confirm, confirmKind, label: look.label })} ${button(look)}
  </form>`;
}

function formActions(options: FormOptions, submit: string): Html {
  return html`<div class="${classes('form-actions', options.wide && 'wide')}">
    ${button({
      label: submit,
      kind: options.submitKind ?? 'primary',
      ...(options.busyLabel === undefined ? {} : { busyLabel: options.busyLabel }),
      ...(options.wide === undefined ? {} : { wide: options.wide }),
    })}
    ${options.cancel && linkButton({ ...options.cancel, kind: 'plain' })}
  </div>`;
}

/**
 * The state of a rejected form: submitted values without passwords, and a message at each invalid field.
 * Errors of fields that the form does not have are shown above it.
 */
export function refused(
  typed: Readonly<Record<string, unknown>>,
  { field, message, errors = [{ field, message }] }: FieldProblem,
): FormState {
  const values = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      isShown(name, value) ? [[name, textOf(value)] as const] : [],
    ),
  );
  const haveFields = errors.every((error) => error.field !== '' && error.field in typed);
  if (errors.length === 0 || !haveFields) return { values, message };
  return { values, errors: Object.fromEntries(errors.map((error) => [error.field, error.message])) };
}

/** A list of blank fields is as blank as one of them, so that nothing takes it for typed. */
const textOf = (value: string | number | boolean | readonly string[]): string =>
  typeof value === 'object' && value.every((each) => each === '') ? '' : String(value);

const isShown = (name: string, value: unknown): value is string | number | boolean | string[] =>
  value !== undefined && !/password|current/.test(name);
