// Validates the manifests of deploy/kubernetes against the schemas of Kubernetes, and against each other.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { Settings } from '../../src/platform/settings/config.ts';

interface Container {
  image: string;
  command?: string[];
  env: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts: { name: string }[];
  securityContext: object;
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: Record<string, string> & { matchLabels?: Record<string, string> };
    ports?: { targetPort: string }[];
    serviceName?: string;
    volumeClaimTemplates?: { metadata: { name: string } }[];
    template?: {
      metadata: { labels: Record<string, string> };
      spec: { containers: Container[]; volumes: { name: string }[]; securityContext: object };
    };
  };
}

const manifests = parseAllDocuments(readFileSync('deploy/kubernetes/plaza.yaml', 'utf8')).map(
  (document) => document.toJS() as Manifest,
);

/** The part of an API group in the paths of the package: `apps/v1`, `v1` of the core. */
type Models = Record<string, new (data: Manifest) => { validate(): void }>;
const modelsOf = async (apiVersion: string): Promise<Models> =>
  (await import(`kubernetes-models/${apiVersion}`)) as Models;

for (const manifest of manifests)
  test(`${manifest.kind} ${manifest.metadata.name} is valid`, async () => {
    const models = await modelsOf(manifest.apiVersion);
    const Model = models[manifest.kind];
    assert.ok(Model, `${manifest.apiVersion} has no ${manifest.kind}`);
    new Model(manifest).validate();
    const misspelled = structuredClone(manifest) as unknown as { spec: Record<string, unknown> };
    misspelled.spec = { ...misspelled.spec, selector: 7, template: 7, rules: 7 };
    assert.throws(
      () => new Model(misspelled as unknown as Manifest).validate(),
      'the schema refuses mistakes',
    );
  });

const workloads = manifests.flatMap(({ spec, metadata, kind }) =>
  spec.template ? [{ kind, name: metadata.name, spec, pod: spec.template }] : [],
);

test('pods run this version without rights, from a root that is read-only', () => {
  assert.deepEqual(
    workloads.map(({ kind, name }) => `${kind} ${name}`),
    ['Job plaza-migrate', 'StatefulSet plaza'],
  );
  for (const { pod, spec } of workloads)
    for (const container of pod.spec.containers) {
      assert.equal(container.image, `plaza:${packageJson.version}`);
      assert.partialDeepStrictEqual(pod.spec.securityContext, { runAsNonRoot: true, runAsUser: 1000 });
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const volumes = [
        ...pod.spec.volumes,
        ...(spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata),
      ];
      assert.deepEqual(
        container.volumeMounts.map(({ name }) => name).sort(),
        volumes.map(({ name }) => name).sort(),
      );
      const unknown = container.env.filter(({ name }) => !(name in Settings.properties));
      assert.deepEqual(unknown, []);
      const script = container.command?.at(-1);
      if (script !== undefined) assert.ok(existsSync(script), script);
    }
});

test('services, the disruption budget and the ingress find the pods', () => {
  const web = workloads.find(({ kind }) => kind === 'StatefulSet');
  assert.ok(web);
  const labels = web.pod.metadata.labels;
  const ports = web.pod.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name));
  const services = manifests.filter(({ kind }) => kind === 'Service');
  assert.ok(services.some(({ metadata }) => metadata.name === web.spec.serviceName));
  for (const { spec } of services) {
    assert.deepEqual(spec.selector, labels);
    for (const { targetPort } of spec.ports ?? []) assert.ok(ports.includes(targetPort), targetPort);
  }
  for (const { spec } of manifests.filter(({ kind }) =>
    ['StatefulSet', 'PodDisruptionBudget'].includes(kind),
  ))
    assert.deepEqual(spec.selector?.matchLabels, labels);
});
