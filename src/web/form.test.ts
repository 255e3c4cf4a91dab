import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkbox, radioGroup, selectField } from './components/fields/choice-field.ts';
import { passwordField, textArea, textField } from './components/fields/text-field.ts';
import { oneLine } from './one-line.ts';
import { bind, errorSummary, form } from './form.ts';

const state = { values: { email: '"><b>' }, errors: { email: 'Enter an address.', other: undefined } };

describe('form', () => {
  it('shows the typed values, escaped, with the error at its field', () => {
    const text = oneLine(textField({ ...bind(state)('email'), label: 'Email', hint: 'Private.' }));
    assert.match(text, /value="&quot;&gt;&lt;b&gt;"/);
    assert.match(text, /aria-invalid="true" aria-describedby="field-email-hint field-email-error"/);
    assert.match(
      text,
      /id="field-email-error"><span class="visually-hidden">Error:<\/span>Enter an address\./,
    );
  });

  it('collects errors in a summary that takes focus and links to the fields', () => {
    const summary = errorSummary(state);
    assert.ok(summary);
    assert.match(summary.text, /role="alert" tabindex="-1" autofocus/);
    assert.match(summary.text, /<a href="#field-email">Enter an address\.<\/a>/);
    assert.match(summary.text, /Please fix the error below/);
  });

  it('targets its own field if another form has one with the same name', () => {
    const own = { ...state, idPrefix: 'delete' };
    assert.match(form({ action: '/', body: '', state: own }).text, /<a href="#field-delete-email">/);
    assert.match(textField({ ...bind(own)('email'), label: 'Email' }).text, /id="field-delete-email"/);
  });

  it('is submitted by the browser if the response is not a redirect', () => {
    const body = '';
    assert.match(form({ action: '/', body, answersWithPage: true }).text, /<form[^>]* data-turbo="false"/);
    assert.doesNotMatch(form({ action: '/', body }).text, /data-turbo=/);
  });

  it('shows errors at their fields, and the first of them takes the focus', () => {
    const state = { values: { code: 'x' }, errors: { code: 'The code is wrong' } };
    const one = form({
      action: '/a',
      state,
      body: textField({ ...bind(state)('code'), label: 'Code' }),
    }).text;
    assert.equal(one.match(/The code is wrong/g)?.length, 1);
    assert.match(one, /<input[^>]* autofocus[^>]* aria-describedby="field-code-error"/);
    const errors = { b: 'B is wrong', code: 'The code is wrong' };
    const body = (names: string[]) =>
      names.map((name) => textField({ ...bind({ errors })(name), label: name }));
    const two = form({ action: '/a', state: { errors }, body: body(['a', 'b', 'code']) }).text;
    assert.match(two, /<p class="error-count" role="alert">Please fix 2 errors below/);
    assert.equal(two.match(/B is wrong|The code is wrong/g)?.length, 2);
    assert.match(two, /id="field-b"[^>]* autofocus/);
    assert.equal(two.match(/ autofocus/g)?.length, 1);
    const elsewhere = form({ action: '/a', state: { errors }, body: body(['code']) }).text;
    assert.match(elsewhere, /error-summary[^]*B is wrong/);
  });

  it('has no summary without errors', () => {
    assert.equal(errorSummary({ values: { a: 'b' }, errors: { a: undefined } }), false);
  });

  it('shows errors about the whole form', () => {
    const text = oneLine(
      form({
        action: '/signin',
        body: '',
        submit: 'Sign in',
        state: { message: 'Those do not match.' },
      }),
    );
    assert.match(text, /error-summary-title">Those do not match\./);
    assert.match(text, /<form class="form" action="\/signin" method="post" novalidate>/);
  });

  it('preserves line breaks of a text, including a leading empty line', () => {
    assert.match(textArea({ name: 'a', label: 'A', value: '\n  x\n' }).text, />\n\n {2}x\n<\/textarea>/);
  });

  it('never renders a password', () => {
    const { text } = passwordField({
      ...bind({ values: { password: 'secret' } })('password'),
      label: 'P',
      purpose: 'new',
    });
    assert.doesNotMatch(text, /secret/);
  });

  it('marks the selected option', () => {
    const choices = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ];
    assert.match(
      selectField({ name: 'x', label: 'X', value: 'b', choices }).text,
      /<option\s+value="b" selected\s*>/,
    );
    assert.match(
      radioGroup({ name: 'x', label: 'X', value: 'b', choices }).text,
      /name="x" id="field-x-1" checked value="b"/,
    );
    assert.match(checkbox({ name: 'x', label: 'X', checked: true }).text, /value="on" checked/);
  });
});
