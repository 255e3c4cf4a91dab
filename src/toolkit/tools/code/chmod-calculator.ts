import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'chmod calculator',
  summary: 'Convert file permissions between 755 and rwxr-xr-x',
  keywords: 'unix linux permissions octal',
  input: { permissions: input.line('Permissions', '755', { max: 10 }) },
  output: { octal: output.text('Octal'), symbolic: output.text('Symbolic'), command: output.code('Command') },
  sample: { octal: '755', symbolic: 'rwxr-xr-x', command: 'chmod 755 file' },
  run: ({ permissions }) => {
    const text = permissions.trim();
    const isSymbolic = /^[r-][w-][x-][r-][w-][x-][r-][w-][x-]$/.test(text);
    if (!isSymbolic && !/^[0-7]{3}$/.test(text))
      throw invalid('permissions', 'Send three digits from 0 to 7, or nine letters such as rwxr-xr-x');
    const octal = isSymbolic
      ? (text.match(/.{3}/g) ?? [])
          .map((part) => [...part].reduce((sum, c, i) => sum + (c === '-' ? 0 : 4 >> i), 0))
          .join('')
      : text;
    const symbolic = [...octal]
      .map((digit) => [...'rwx'].map((c, i) => (Number(digit) & (4 >> i) ? c : '-')).join(''))
      .join('');
    return { octal, symbolic, command: `chmod ${octal} file` };
  },
});
