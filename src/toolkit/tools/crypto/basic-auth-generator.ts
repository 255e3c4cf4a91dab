import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Basic authentication generator',
  summary: 'Create the Authorization header of HTTP Basic authentication',
  keywords: 'htpasswd header',
  secret: true,
  input: { username: input.line('Username', 'Aladdin'), password: input.line('Password', 'open sesame') },
  output: { header: output.code('Header'), curl: output.code('curl') },
  sample: {
    header: 'Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
    curl: "curl -H 'Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' https://example.com",
  },
  run: ({ username, password }) => {
    if (username.includes(':')) throw invalid('username', 'A user name has no colon here');
    const header = `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return { header, curl: `curl -H '${header}' https://example.com` };
  },
});
