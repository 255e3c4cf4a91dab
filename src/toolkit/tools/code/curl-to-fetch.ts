import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'curl to fetch',
  summary: 'Convert a curl command to JavaScript with fetch',
  keywords: 'curl converter javascript',
  secret: true,
  input: {
    curl: input.text(
      'curl',
      "curl -X POST https://example.com/api -H 'Content-Type: application/json' -d '{\"a\":1}'",
      { max: 20_000 },
    ),
  },
  output: { javascript: output.code('JavaScript') },
  sample: {
    javascript:
      'const response = await fetch("https://example.com/api", {\n  "method": "POST",\n  "headers": {\n    "Content-Type": "application/json"\n  },\n  "body": "{\\"a\\":1}"\n});\nconst data = await response.text();',
  },
  run: ({ curl }) => {
    const words = (curl.replaceAll('\\\n', ' ').match(/'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"]+/g) ?? []).map(
      (word) =>
        word.startsWith("'")
          ? word.slice(1, -1)
          : word.startsWith('"')
            ? word.slice(1, -1).replace(/\\(.)/g, '$1')
            : word,
    );
    if (words.shift() !== 'curl') throw invalid('curl', 'Send a command that begins with curl');
    let [url, method, body] = ['', '', ''];
    const headers: Record<string, string> = {};
    while (words.length > 0) {
      const word = words.shift() ?? '';
      if (word === '-X' || word === '--request') method = words.shift() ?? '';
      else if (word === '-H' || word === '--header') {
        const [name = '', ...value] = (words.shift() ?? '').split(':');
        headers[name.trim()] = value.join(':').trim();
      } else if (/^(?:-d|--data|--data-raw|--data-binary)$/.test(word)) body = words.shift() ?? '';
      else if (word === '-u' || word === '--user')
        headers.Authorization = `Basic ${Buffer.from(words.shift() ?? '').toString('base64')}`;
      else if (!word.startsWith('-')) url = word;
    }
    if (url === '') throw invalid('curl', 'There is no URL in the command');
    const options = {
      ...((method || body) && { method: method || 'POST' }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(body && { body }),
    };
    const second = Object.keys(options).length > 0 ? `, ${JSON.stringify(options, null, 2)}` : '';
    return {
      javascript: `const response = await fetch(${JSON.stringify(url)}${second});\nconst data = await response.text();`,
    };
  },
});
