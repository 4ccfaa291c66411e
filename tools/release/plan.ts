/** What a release is made from, as files of the checkout. */
export type Sources = {
  version: string;
  commit: string;
  committedAt: string;
  changelog: string;
  clientChangelog: string;
  /** Where else the version is written, with what is written there. */
  elsewhere: Readonly<Record<string, string | undefined>>;
  releases: readonly { version: string; newest: string }[];
  newestMigration: string;
  /** Changes that are not committed, and existing tags. */
  changes: readonly string[];
  tags: readonly string[];
};

const IMAGE = 'pronet';
const FOLDER = 'release';

/** The text below the heading of a version, or undefined. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const [, ...sections] = `\n${changelog}`.split('\n## ');
  const section = sections.find((one) => one.startsWith(`[${version}] - `));
  return section?.slice(section.indexOf('\n') + 1).trim() || undefined;
}

/** Why it can't be released, in one line each. */
export function problemsOf(sources: Sources): string[] {
  const { version, changelog, clientChangelog, elsewhere, releases, newestMigration, changes, tags } = sources;
  const problems = changes.map((change) => `not committed: ${change}`);
  if (tags.includes(`v${version}`)) problems.push(`the tag v${version} exists: raise the version in package.json`);
  for (const [file, text] of Object.entries({
    'CHANGELOG.md': changelog,
    'clients/typescript/CHANGELOG.md': clientChangelog,
  }))
    if (!sectionOf(text, version)) problems.push(`${file}: has no section "## [${version}] - <date>" with text`);
  for (const [file, found] of Object.entries(elsewhere))
    if (found !== version) problems.push(`${file}: has ${found ?? 'no version'} instead of ${version}`);
  const stated = releases.find((release) => release.version === version)?.newest;
  if (stated !== newestMigration)
    problems.push(`migrations/releases.json: must have { "version": "${version}", "newest": "${newestMigration}" }`);
  return problems;
}

/** The files of a release by name. */
export function filesOf(sources: Sources, sbom: string): Record<string, string> {
  const notes = sectionOf(sources.changelog, sources.version)!;
  return {
    'tag.txt': tagText(sources, notes),
    'notes.md': `${notes}\n`,
    'image.sh': imageRecipe(sources),
    'sbom.cdx.json': sbom,
  };
}

type Bom = {
  metadata: { component: Record<string, string> };
  components: { 'bom-ref': string; properties?: { name: string }[] }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/**
 * The packages that the server runs with, of all that npm listed: with --omit=dev it leaves out some that development
 * packages also ask for. It names the program by the folder of the checkout.
 */
export function serverSbom(text: string): string {
  const bom = JSON.parse(text) as Bom;
  const root = bom.metadata.component;
  const ref = `${IMAGE}@${root['version']}`;
  const components = bom.components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  );
  const kept = new Set(components.map((component) => component['bom-ref']));
  const dependencies = bom.dependencies
    .filter((one) => kept.has(one.ref) || one.ref === root['bom-ref'])
    .map((one) => ({
      ref: kept.has(one.ref) ? one.ref : ref,
      dependsOn: (one.dependsOn ?? []).filter((other) => kept.has(other)),
    }));
  Object.assign(root, { 'bom-ref': ref, name: IMAGE, purl: `pkg:npm/${ref}` });
  return `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`;
}

/** Git would take the headings of the notes for comments. */
function tagText({ version, commit, newestMigration }: Sources, notes: string): string {
  const text = notes.replaceAll(/^#+ /gm, '');
  return `pronet ${version}\n\nCommit ${commit}, schema ${newestMigration}.\n\n${text}\n`;
}

function imageRecipe({ version, commit, committedAt }: Sources): string {
  return `#!/bin/sh
# Builds the image of pronet ${version} from its commit, and checks that it says so. Run it in the repository.
set -eu
git archive ${commit} | docker build --tag ${IMAGE}:${version} \\
  --build-arg VERSION=${version} --build-arg COMMIT=${commit} --build-arg COMMITTED_AT=${committedAt} -
test "$(docker inspect --format '{{index .Config.Labels "org.opencontainers.image.revision"}}' ${IMAGE}:${version})" = ${commit}
# Where a registry is used: docker push, then attach the list of packages and sign both by digest:
#   cosign attest --type cyclonedx --predicate ${FOLDER}/sbom.cdx.json <image>@<digest>
`;
}
