import { hash } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'SHA-256 generator',
  summary: 'Hash text with SHA-256',
  input: { text: input.text('Text', 'hello') },
  output: { hex: output.text('Hex'), base64: output.text('Base64') },
  sample: {
    hex: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    base64: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  },
  run: ({ text }) => ({ hex: hash('sha256', text, 'hex'), base64: hash('sha256', text, 'base64') }),
});
