import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'User agent parser',
  summary: 'Parse browser, operating system and device from a User-Agent header',
  input: {
    userAgent: input.line(
      'User-Agent',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      { max: 1000, min: 1 },
    ),
  },
  output: {
    browser: output.text('Browser'),
    version: output.text('Version'),
    system: output.text('System'),
    systemVersion: output.text('Version of the system'),
    device: output.text('Device'),
    vendor: output.text('Vendor'),
    engine: output.text('Engine'),
    isBot: output.flag('Bot'),
  },
  sample: {
    browser: 'Safari',
    version: '17.5',
    system: 'iOS',
    systemVersion: '17.5',
    device: 'mobile',
    vendor: 'Apple',
    engine: 'WebKit',
    isBot: false,
  },
  run: async ({ userAgent }) => {
    const [{ default: bowser }, { isbot }] = await Promise.all([import('bowser'), import('isbot')]);
    const { browser, os, platform, engine } = bowser.parse(userAgent);
    return {
      browser: browser.name ?? '',
      version: browser.version ?? '',
      system: os.name ?? '',
      systemVersion: os.version ?? '',
      device: platform.type ?? '',
      vendor: platform.vendor ?? '',
      engine: engine.name ?? '',
      isBot: isbot(userAgent),
    };
  },
});
