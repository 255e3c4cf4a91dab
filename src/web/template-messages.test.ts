import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translateTemplate } from './template-messages.ts';

/** Translates a template, with each value shown as `«n»`. */
function translate(parts: readonly string[], translations: Readonly<Record<string, string>>) {
  const messages: string[] = [];
  const { parts: fixed, order } = translateTemplate(parts, (message) => {
    messages.push(message);
    return translations[message];
  });
  const text = fixed.map((part, i) => part + (i < order.length ? `«${order[i]}»` : '')).join('');
  return { messages, text };
}

/** Returns the parts of a template literal, as a template tag receives them. */
const template = (...[parts]: [TemplateStringsArray, ...unknown[]]) => parts;

describe('template messages', () => {
  it('consist of an element’s content with its inline elements', () => {
    const parts = template`<p class="note">Read the <a href="${1}">terms</a>, ${2}.</p><p>${3}</p>`;
    const { messages, text } = translate(parts, {
      'Read the <a>terms</a>, {1}.': '{1}, lies die <a>Bedingungen</a>.',
    });
    assert.deepEqual(messages, ['Read the <a>terms</a>, {1}.']);
    assert.equal(text, '<p class="note">«1», lies die <a href="«0»">Bedingungen</a>.</p><p>«2»</p>');
  });

  it('are per element if the parent has no text of its own', () => {
    const parts = template`<nav><a href="/">Home</a> · <a href="/new"><b>New</b> <i></i></a></nav>`;
    const { messages, text } = translate(parts, { Home: 'Start', New: 'Neu' });
    assert.deepEqual(messages, ['Home', 'New']);
    assert.equal(text, '<nav><a href="/">Start</a> · <a href="/new"><b>Neu</b> <i></i></a></nav>');
  });

  it('include attributes with readable text, and no others', () => {
    const parts = template`<button class="Save it" title="Remove ${1}" aria-label="Remove">×</button>`;
    const { messages, text } = translate(parts, { 'Remove {0}': '{0} entfernen', Remove: '„Weg“ & "so"' });
    assert.deepEqual(messages, ['Remove {0}', 'Remove']);
    assert.equal(
      text,
      '<button class="Save it" title="«0» entfernen" aria-label="„Weg“ &amp; &quot;so&quot;">×</button>',
    );
  });

  it('exclude scripts, samples and translate="no"', () => {
    const parts = template`<script nonce="${1}">
        let x = 'Hello <b>you</b>';
      </script>
      <pre>Hello</pre>
      <p translate="no">Hello</p>
      <!-- Hello --><p>Hello</p>`;
    assert.deepEqual(
      translate(parts, { Hello: 'Hallo' }).text,
      translate(parts, {}).text.replace('<p>Hello</p>', '<p>Hallo</p>'),
    );
  });

  it('are escaped, and stay correct when a translation reorders or repeats tags', () => {
    const parts = template`<p><b>${1}</b> follows <b>${2}</b><br />now</p>`;
    const source = '<b>{0}</b> follows <b2>{1}</b2><br/>now';
    assert.equal(
      translate(parts, { [source]: '<b2>{1}</b2> 1 < 2 <u>x</u><br/><b>{0}</b> {7}' }).text,
      '<p><b>«1»</b> 1 &lt; 2 &lt;u&gt;x&lt;/u&gt;<br /><b>«0»</b> {7}</p>',
    );
  });

  it('leave a template with unclosed elements unchanged', () => {
    const parts = template`</td><td>${1} and more<b>`;
    assert.equal(translate(parts, { '{0} and more': 'mehr als {0}' }).text, '</td><td>mehr als «0»<b>');
  });
});
