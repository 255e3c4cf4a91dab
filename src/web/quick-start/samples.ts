/** A request of the quick start, as its sample in each language sends it. */
export interface SampleRequest {
  method: string;
  url: string;
  /** The header with the credential, and the environment variable that has it. */
  header: string;
  prefix: string;
  variable: string;
  body: unknown;
}

/** Samples that a fresh installation of each language runs, without packages. */
export const sampleLanguages = ['curl', 'TypeScript', 'Python', 'PHP', 'Go'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

export const samplesOf = (request: SampleRequest): Readonly<Record<SampleLanguage, string>> => ({
  curl: curl(request),
  TypeScript: typescript(request),
  Python: python(request),
  PHP: php(request),
  Go: go(request),
});

function curl({ method, url, header, prefix, variable, body }: SampleRequest): string {
  const lines = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} '${url}'`,
    `-H "${header}: ${prefix}$${variable}"`,
  ];
  if (body !== undefined)
    lines.push(
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n  ');
}

function typescript({ method, url, header, prefix, variable, body }: SampleRequest): string {
  const type = body === undefined ? '' : `, 'Content-Type': 'application/json'`;
  return `const answer = await fetch('${url}', {
  method: '${method}',
  headers: { '${header}': \`${prefix}\${process.env.${variable}}\`${type} },${
    body === undefined ? '' : `\n  body: JSON.stringify(${JSON.stringify(body)}),`
  }
});
console.log(await answer.json());`;
}

function python({ method, url, header, prefix, variable, body }: SampleRequest): string {
  const type = body === undefined ? '' : ', "Content-Type": "application/json"';
  return `import json, os, urllib.request

request = urllib.request.Request("${url}", method="${method}",
    headers={"${header}": f"${prefix}{os.environ['${variable}']}"${type}},${
      body === undefined ? '' : `\n    data=json.dumps(${toPython(body)}).encode(),`
    }
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer))`;
}

const toPython = (value: unknown): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${toPython(each)}`);
  return `{${pairs.join(', ')}}`;
};

function php({ method, url, header, prefix, variable, body }: SampleRequest): string {
  const type = body === undefined ? '' : `, 'Content-Type: application/json'`;
  return `<?php
$context = stream_context_create(['http' => [
    'method' => '${method}',
    'header' => ['${header}: ${prefix}' . getenv('${variable}')${type}],${
      body === undefined ? '' : `\n    'content' => json_encode(${toPhp(body)}),`
    }
]]);
print_r(json_decode(file_get_contents('${url}', false, $context), true));`;
}

const toPhp = (value: unknown): string => {
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  if (Array.isArray(value)) return `[${value.map(toPhp).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `[${Object.entries(value)
    .map(([key, each]) => `${toPhp(key)} => ${toPhp(each)}`)
    .join(', ')}]`;
};

function go({ method, url, header, prefix, variable, body }: SampleRequest): string {
  const sent = body === undefined ? 'nil' : `strings.NewReader(${JSON.stringify(JSON.stringify(body))})`;
  const type = body === undefined ? '' : `\n\trequest.Header.Set("Content-Type", "application/json")`;
  return `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"${body === undefined ? '' : '\n\t"strings"'}
)

func main() {
	request, err := http.NewRequest("${method}", "${url}", ${sent})
	if err != nil {
		panic(err)
	}
	request.Header.Set("${header}", "${prefix}"+os.Getenv("${variable}"))${type}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}`;
}
