import type { AlterTableCmd, ColumnDef, Constraint, Node, RangeVar } from 'libpg-query';

/** Who a statement keeps out of its tables until the end of its transaction. */
export type Locks = 'nobody' | 'writers' | 'everyone';

export type Effect = {
  /** Tables that the statement locks or reads. */
  tables: readonly string[];
  locks: Locks;
  /** What takes longer in a large table. */
  work: 'none' | 'reads all rows' | 'changes rows' | 'builds an index' | 'rewrites the table';
  /** Code that knows the schema before the statement fails after it. */
  isBreaking?: true;
  /** Why it must not be in a migration, and what to write instead. */
  problem?: string;
  /** A validated constraint of the table with this name solves the problem. */
  unless?: string;
  /** The constraint that it validates. */
  validates?: string;
};

type Facts = Omit<Effect, 'tables'>;
type Change = AlterTableCmd;

const INSTANT: Facts = { locks: 'everyone', work: 'none' };
const HARMLESS: Facts = { locks: 'nobody', work: 'none' };
const READS: Facts = { locks: 'everyone', work: 'reads all rows' };
const REWRITES: Facts = { locks: 'everyone', work: 'rewrites the table' };
const BREAKS: Facts = { ...INSTANT, isBreaking: true };

/** Functions of a default that PostgreSQL computes once, instead of for each row. */
const STABLE = ['now', 'current_setting', 'transaction_timestamp', 'statement_timestamp'];
const SERIAL = /^(small|big)?serial\d?$/;

const NOT_VALID = 'add it NOT VALID, and VALIDATE it in the next migration';

/** What the statements of a migration do. `text` may contain several. */
export async function effectsOf(text: string): Promise<Effect[]> {
  // The parser of PostgreSQL: it takes 40 ms to load, and only migrations need it.
  const { parse } = await import('libpg-query');
  const { stmts = [] } = await parse(text);
  return stmts.flatMap(({ stmt }) => effect(stmt as Node));
}

function effect(node: Node): Effect[] {
  if ('AlterTableStmt' in node) {
    const { relation, cmds = [] } = node.AlterTableStmt;
    return (cmds as { AlterTableCmd: Change }[]).map(({ AlterTableCmd: change }) => ({
      tables: [nameOf(relation), ...referenced(change)],
      ...changeOf(change, nameOf(relation)),
    }));
  }
  if ('DropStmt' in node) return [dropped(node.DropStmt)];
  return [{ tables: tablesOf(node), ...factsOf(node) }];
}

const nameOf = (relation: RangeVar | undefined): string => relation?.relname ?? '';

/** A foreign key also locks the table that it refers to. */
function referenced({ def }: Change): string[] {
  const constraint = def && 'Constraint' in def ? def.Constraint : undefined;
  return constraint?.pktable ? [nameOf(constraint.pktable)] : [];
}

const namesOf = (relations: Node[] = []): string[] =>
  relations.flatMap((one) => ('RangeVar' in one ? nameOf(one.RangeVar) : []));

function tablesOf(node: Node): string[] {
  if ('TruncateStmt' in node) return namesOf(node.TruncateStmt.relations);
  const [statement] = Object.values(node) as { relation?: RangeVar }[];
  return statement?.relation?.relname ? [statement.relation.relname] : [];
}

function factsOf(node: Node): Facts {
  if ('IndexStmt' in node) {
    if (node.IndexStmt.concurrent) return { locks: 'nobody', work: 'builds an index' };
    const problem =
      'it blocks all writes while it builds the index: use CREATE INDEX CONCURRENTLY, in a migration of its own';
    return { locks: 'writers', work: 'builds an index', problem };
  }
  if ('RenameStmt' in node) {
    const { renameType } = node.RenameStmt;
    if (renameType !== 'OBJECT_TABLE' && renameType !== 'OBJECT_COLUMN') return INSTANT;
    return {
      ...BREAKS,
      problem: 'running servers use the old name: add a new one, write both, and drop the old one later',
    };
  }
  if ('UpdateStmt' in node || 'DeleteStmt' in node) return { ...CHANGES_ROWS, problem: IN_BATCHES };
  if ('InsertStmt' in node) {
    const { selectStmt } = node.InsertStmt;
    const copies = selectStmt && 'SelectStmt' in selectStmt && !selectStmt.SelectStmt.valuesLists;
    return copies ? { ...CHANGES_ROWS, problem: IN_BATCHES } : { locks: 'nobody', work: 'changes rows' };
  }
  if ('CreateTrigStmt' in node) return { locks: 'writers', work: 'none' };
  if ('TruncateStmt' in node) return BREAKS;
  if ('DoStmt' in node && !CHANGES.test(JSON.stringify(node.DoStmt))) return HARMLESS;
  if (HARMLESS_STATEMENTS.some((name) => name in node)) return HARMLESS;
  return { ...READS, problem: 'its locks are not known: write it as statements that this check knows' };
}

const CHANGES_ROWS: Facts = { locks: 'nobody', work: 'changes rows' };
const IN_BATCHES = 'it locks all rows until it ends: change them in batches, with a job';

/** What a block of code may do that others notice. Without it, it reads and grants. */
const CHANGES = /\b(alter|create|delete|drop|insert|lock|merge|perform|reindex|truncate|update|vacuum)\b/i;

const HARMLESS_STATEMENTS = [
  'CreateStmt',
  'CreateSeqStmt',
  'CreateFunctionStmt',
  'CreateExtensionStmt',
  'CreateSchemaStmt',
  'CreateEnumStmt',
  'CreateStatsStmt',
  'AlterEnumStmt',
  'CommentStmt',
  'GrantStmt',
  'VariableSetStmt',
];

function dropped({
  removeType,
  objects = [],
  concurrent,
}: {
  removeType?: string;
  objects?: Node[];
  concurrent?: boolean;
}): Effect {
  const tables = objects.map((object) => {
    const names = 'List' in object ? (object.List.items ?? []) : [];
    const last = names.at(-1);
    return last && 'String' in last ? (last.String.sval ?? '') : '';
  });
  if (removeType === 'OBJECT_INDEX') {
    if (concurrent) return { tables, ...HARMLESS };
    return { tables, ...INSTANT, problem: 'use DROP INDEX CONCURRENTLY, in a migration of its own' };
  }
  return { tables, ...(removeType === 'OBJECT_TRIGGER' ? INSTANT : BREAKS) };
}

function changeOf({ subtype, def, name }: Change, table: string): Facts {
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? addedColumn(def.ColumnDef) : READS;
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? addedConstraint(def.Constraint) : READS;
    case 'AT_DropColumn':
      return BREAKS;
    case 'AT_SetNotNull': {
      const check = notNullCheck(table, name ?? '');
      return {
        ...READS,
        unless: check,
        problem: `first add the constraint ${check} CHECK (${name} IS NOT NULL): ${NOT_VALID}`,
      };
    }
    case 'AT_AlterColumnType':
    case 'AT_SetExpression':
      return { ...REWRITES, problem: 'add a new column, fill it with a job, and drop the old one later' };
    case 'AT_ValidateConstraint':
      return { locks: 'nobody', work: 'reads all rows', validates: name ?? '' };
    case 'AT_SetStatistics':
    case 'AT_SetRelOptions':
    case 'AT_AttachPartition':
      return HARMLESS;
    case 'AT_ColumnDefault':
    case 'AT_DropNotNull':
    case 'AT_DropConstraint':
    case 'AT_SetStorage':
    case 'AT_EnableTrig':
    case 'AT_DisableTrig':
      return INSTANT;
    default:
      return { ...READS, problem: 'its locks are not known: write it as statements that this check knows' };
  }
}

/** The name of the check that lets SET NOT NULL skip reading all rows. */
const notNullCheck = (table: string, column: string): string => `${table}_${column}_not_null`;

function addedColumn({ typeName, constraints = [] }: ColumnDef): Facts {
  const parts = (constraints as { Constraint: Constraint }[]).map(({ Constraint: one }) => one);
  const has = (type: Constraint['contype']) => parts.some(({ contype }) => contype === type);
  const type = typeName?.names?.at(-1);
  const isSerial = type && 'String' in type && SERIAL.test(type.String.sval ?? '');
  const fills = parts.some(
    ({ contype, raw_expr }) => contype === 'CONSTR_DEFAULT' && raw_expr && !isComputedOnce(raw_expr),
  );
  if (has('CONSTR_GENERATED') || has('CONSTR_IDENTITY') || isSerial || fills)
    return {
      ...REWRITES,
      problem: 'add it without a value, let a job fill it, and add the default for new rows apart',
    };
  if (has('CONSTR_PRIMARY') || has('CONSTR_UNIQUE'))
    return { locks: 'everyone', work: 'builds an index', problem: USING_INDEX };
  if (has('CONSTR_CHECK') || has('CONSTR_FOREIGN'))
    return { ...READS, problem: `add the constraint apart: ${NOT_VALID}` };
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT'))
    return { ...READS, problem: 'it fails if there are rows: give it a constant DEFAULT' };
  return INSTANT;
}

const USING_INDEX = 'build the index with CREATE UNIQUE INDEX CONCURRENTLY, and add the constraint USING INDEX';

/** Whether the only functions in it have the same result for all rows. */
function isComputedOnce(expression: Node): boolean {
  const names = [
    ...JSON.stringify(expression).matchAll(
      /"funcname":\[(?:\{"String":\{"sval":"\w+"\}\},)?\{"String":\{"sval":"(\w+)"/g,
    ),
  ];
  return names.every(([, name]) => STABLE.includes(name!));
}

function addedConstraint({ contype, skip_validation: isUnchecked, indexname }: Constraint): Facts {
  const locks = contype === 'CONSTR_FOREIGN' ? 'writers' : 'everyone';
  if (contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_CHECK')
    return isUnchecked ? { locks, work: 'none' } : { locks, work: 'reads all rows', problem: NOT_VALID };
  if (indexname) return INSTANT;
  return { locks, work: 'builds an index', problem: USING_INDEX };
}
