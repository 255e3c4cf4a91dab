import { button, type ButtonKind } from '../../web/components/controls.ts';
import { attributes, html, type Html } from '../../web/html.ts';

interface PasskeyFormOptions {
  action: string;
  label: string;
  kind: ButtonKind;
  /** The options for creating or using a passkey, as JSON; or the URL that returns them. */
  create?: string;
  ask?: string;
  fields?: Readonly<Record<string, string>>;
}

/**
 * A button that asks the device for a passkey and submits the result. Disabled until its script has loaded,
 * omitted without JavaScript, and hidden by the script in browsers without passkey support.
 */
export const passkeyForm = ({ action, label, kind, create, ask, fields = {} }: PasskeyFormOptions): Html =>
  html`<form
    class="passkey"
    action="${action}"
    method="post"
    ${attributes({
      'data-passkey': '',
      'data-passkey-create': create,
      'data-passkey-ask': ask,
    })}
  >
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <input type="hidden" name="credential" />
    ${button({ label, kind, icon: 'key-round', wide: true, disabled: true })}
    <p class="field-error" role="alert" hidden></p>
  </form>`;
