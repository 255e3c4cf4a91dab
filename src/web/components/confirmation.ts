import { html, type Html } from '../html.ts';

/** Fields of forms that ask first. Scripts ask in a dialog and remove them; without scripts, the server asks. */
export const confirmationNames = {
  question: 'confirm_question',
  label: 'confirm_label',
  kind: 'confirm_kind',
} as const;

interface Confirmation {
  confirm?: string | undefined;
  /** The confirm button is red unless the action is not destructive. */
  confirmKind?: 'primary' | undefined;
  /** Of the form's button, which the confirm button repeats. */
  label?: string | undefined;
}

/** The fields by which a form asks first without scripts. */
export const confirmationFields = ({ confirm, confirmKind, label }: Confirmation): Html | false =>
  confirm !== undefined &&
  html`${hidden(confirmationNames.question, confirm)}${label !== undefined && hidden(confirmationNames.label, label)}
  ${confirmKind && hidden(confirmationNames.kind, confirmKind)}`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;
