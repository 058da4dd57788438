import { Box, Checkbox, Paper, Table, Text, useMatches } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { FaultAlert } from '../shared/fault-alert.js';
import { words } from '../words/words.js';
import classes from './virtual-table.module.css';

/** The class of the one link that a click anywhere in its row opens. */
export const ROW_LINK = classes.link;

export interface Column<T> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** Only a page of full width has the column. */
  readonly isExtra?: boolean;
  /** Absent = a share of the width that the other columns leave. */
  readonly width?: number | string;
}

export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

/** Further pages of the list. */
export interface More {
  readonly has: boolean;
  readonly isLoading: boolean;
  /** The reason why the next page did not load. It loads again only when a person asks for it. */
  readonly fault: Error | null;
  readonly load: () => void;
}

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'>;

export const moreOf = ({ hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage }: Pages): More => ({
  has: hasNextPage,
  isLoading: isFetchingNextPage,
  fault: isFetchNextPageError ? error : null,
  load: () => void fetchNextPage(),
});

interface Props<T> {
  /** The name of the table, for a screen reader. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** The only column of a narrow page. */
  readonly narrow: Column<T>;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** Absent = all rows are here. */
  readonly more?: More;
  readonly selection?: Selection | undefined;
  /** Called at each scroll, and told whether the first row is in sight. */
  readonly onTop?: (isAtTop: boolean) => void;
}

/** The heights of a row on a wide and on a narrow page. A row of another height makes the table measure all rows below it again. */
const ROW_PX = 35;
const NARROW_ROW_PX = 74;
/** The next page loads so many rows before the end. */
const AHEAD = 20;

/** A long list. It draws only the rows in sight, and loads further pages while a person scrolls. */
export function VirtualTable<T>(props: Props<T>) {
  const width = useMatches({ base: 'narrow', md: 'usual', lg: 'full' } as const, { getInitialValueInEffect: false });
  const { columns, narrow } = props;
  const shown = useMemo(
    () => (width === 'narrow' ? [narrow] : columns.filter(({ isExtra }) => width === 'full' || !isExtra)),
    [width, narrow, columns],
  );
  return <ShownTable {...props} columns={shown} rowPx={width === 'narrow' ? NARROW_ROW_PX : ROW_PX} />;
}

function ShownTable<T>({ rowPx, ...props }: Props<T> & { readonly rowPx: number }) {
  const { rows, more, label, onTop } = props;
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/react-compiler -- the virtualizer changes in place, so React must not memoize its values
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => rowPx, overscan: 12 });
  const lastSeen = virtualizer.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (more?.has && !more.isLoading && more.fault === null && lastSeen >= rows.length - AHEAD) more.load();
  }, [more, lastSeen, rows.length]);
  return (
    <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
      <Box
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ overflow: 'auto', maxHeight: '70vh' }}
        onScroll={({ currentTarget }) => onTop?.(currentTarget.scrollTop < rowPx)}
      >
        <Table
          className={classes.table}
          layout="fixed"
          stickyHeader
          highlightOnHover
          verticalSpacing={6}
          horizontalSpacing={8}
          aria-rowcount={more?.has ? -1 : rows.length + 1}
        >
          <Head {...props} />
          <Rows {...props} virtualizer={virtualizer} />
        </Table>
      </Box>
      <Foot {...props} />
    </Paper>
  );
}

function Head<T>({ columns, rows, keyOf, selection }: Props<T>) {
  const isAll = rows.length > 0 && rows.every((row) => selection?.selected.has(keyOf(row)));
  return (
    <Table.Thead>
      <Table.Tr>
        {selection && (
          <Table.Th w={40}>
            <Checkbox
              aria-label={words.shared.selectAll}
              checked={isAll}
              indeterminate={!isAll && selection.selected.size > 0}
              onChange={() => selection.onChange(isAll ? new Set() : new Set(rows.map(keyOf)))}
            />
          </Table.Th>
        )}
        {columns.map(({ key, title, width }) => (
          <Table.Th key={key} w={width}>
            {title}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function Rows<T>(props: Props<T> & { readonly virtualizer: Virtualizer<HTMLDivElement, Element> }) {
  const { columns, rows, keyOf, selection, virtualizer } = props;
  const newest = useRef(selection);
  useEffect(() => {
    newest.current = selection;
  });
  const toggle = useCallback((key: string) => newest.current?.onChange(toggled(newest.current.selected, key)), []);
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const span = columns.length + (selection ? 1 : 0);
  return (
    <Table.Tbody>
      <Spacer height={above} span={span} />
      {items.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const key = keyOf(row);
        return (
          <Row
            key={key}
            id={key}
            index={index}
            columns={columns as readonly Column<unknown>[]}
            row={row}
            isSelected={selection?.selected.has(key)}
            onToggle={toggle}
            measure={virtualizer.measureElement}
          />
        );
      })}
      <Spacer height={below} span={span} />
    </Table.Tbody>
  );
}

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly columns: readonly Column<unknown>[];
  readonly row: unknown;
  /** undefined = the table has no selection. */
  readonly isSelected: boolean | undefined;
  readonly onToggle: (key: string) => void;
  readonly measure: (element: Element | null) => void;
}

/** Drawn again only when it changes, not at each step of scrolling. */
const Row = memo(function Row({ id, index, columns, row, isSelected, onToggle, measure }: RowProps) {
  return (
    <Table.Tr aria-rowindex={index + 2} ref={measure} data-index={index}>
      {isSelected !== undefined && (
        <Table.Td>
          <Checkbox aria-label={words.shared.selectRow} checked={isSelected} onChange={() => onToggle(id)} />
        </Table.Td>
      )}
      {columns.map(({ key, cell }) => (
        <Table.Td key={key}>{cell(row)}</Table.Td>
      ))}
    </Table.Tr>
  );
});

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Takes the room of the rows that are out of sight. */
function Spacer({ height, span }: { readonly height: number; readonly span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function Foot<T>({ rows, more }: Props<T>) {
  return (
    <>
      <Text size="xs" c="dimmed" px="sm" py={6} role="status">
        {words.shared.rows(rows.length, more?.has)}
        {more?.isLoading ? ` · ${words.shared.loadingMore}` : ''}
      </Text>
      {more?.fault && !more.isLoading && <FaultAlert error={more.fault} onRetry={more.load} />}
    </>
  );
}
