import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from '../../web/markdown.ts';
import { renderText } from '../text/render-text.ts';
import { absoluteMarkdown } from './to-markdown.ts';

const codeIn = (markup: string) => markup.match(/<code>[^]*?<\/code>/g)?.map((code) => code.trim()) ?? [];

test('code of a post is the same code as Markdown', () => {
  for (const text of [
    '~~~\n```\na\n```\n~~~',
    '````\n```\n````',
    '```a```',
    '``a`b``',
    '``` ``a`` ```',
    '`` ` ``',
    '` a`',
  ]) {
    const codes = codeIn(renderText(text, new Map()).text);
    assert.equal(codes.length, 1, text);
    assert.deepEqual(
      codeIn(renderMarkdown(absoluteMarkdown(text, 'https://plaza.example')).text).map((code) =>
        code.replace('\n</code>', '</code>'),
      ),
      codes,
      text,
    );
  }
});
