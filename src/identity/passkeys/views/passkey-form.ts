import { button, type ButtonKind } from '../../../platform/html/components/button.ts';
import { attributes, html, type Html } from '../../../platform/html/html.ts';

export interface PasskeyFormOptions {
  action: string;
  label: string;
  kind: ButtonKind;
  /** What the browser is to make a passkey from, as JSON; or the address that tells what it is to sign. */
  create?: string;
  ask?: string;
  fields?: Readonly<Record<string, string>>;
}

/**
 * A button that asks the device for a passkey and sends what it answered. It is dead until its script is there, gone
 * where there are no scripts, and hidden by its script in a browser that knows no passkeys.
 */
export const passkeyForm = ({ action, label, kind, create, ask, fields = {} }: PasskeyFormOptions): Html =>
  html`<form
    class="passkey"
    action="${action}"
    method="post"
    ${attributes({
      'data-controller': 'passkey',
      'data-action': 'submit->passkey#answer',
      'data-passkey-create-value': create,
      'data-passkey-ask-value': ask,
    })}
  >
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <input type="hidden" name="credential" data-passkey-target="credential" />
    ${button({ label, kind, icon: 'key-round', wide: true, disabled: true, data: { 'data-passkey-target': 'button' } })}
    <p class="field-error" role="alert" data-passkey-target="failure" hidden></p>
  </form>`;
