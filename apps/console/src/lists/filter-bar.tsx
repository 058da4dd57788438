import { Box, Button, Collapse, Flex, useMatches } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { words } from '../words/words.js';

interface Props {
  /** The fields that a wide page always shows. */
  readonly children: ReactNode;
  /** The fields behind “More filters”. */
  readonly rare?: ReactNode;
  /** How many filters are set. */
  readonly active: number;
  /** How many filters of `rare` are set. */
  readonly activeRare?: number;
  readonly onClear: () => void;
}

const text = words.lists;
const FIELDS = { gap: 'sm', align: 'flex-end' } as const;

/** The filters of a list: one row on a wide page, and behind one button on a narrow page. */
export function FilterBar(props: Props) {
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  return isNarrow ? <FoldedFilters {...props} /> : <FilterRow {...props} />;
}

function FoldedFilters({ children, rare, active, onClear }: Props) {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <div>
      <Flex gap="sm">
        <Button
          size="xs"
          variant={active > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {active > 0 ? text.filtersActive(active) : text.filters}
        </Button>
        {active > 0 && <ClearButton onClear={onClear} />}
      </Flex>
      <Collapse expanded={isOpen}>
        <Flex {...FIELDS} wrap="wrap" pt="sm">
          {children}
          {rare}
        </Flex>
      </Collapse>
    </div>
  );
}

function FilterRow({ children, rare, active, activeRare = 0, onClear }: Props) {
  const [isOpen, { toggle }] = useDisclosure(activeRare > 0);
  return (
    <div>
      <Flex {...FIELDS} wrap={{ base: 'wrap', lg: 'nowrap' }}>
        {children}
        {rare && (
          <Button size="xs" flex="none" variant="default" onClick={toggle} aria-expanded={isOpen}>
            {activeRare > 0 ? text.moreActive(activeRare) : text.more}
          </Button>
        )}
        {active > 0 && <ClearButton onClear={onClear} />}
      </Flex>
      {rare && (
        <Collapse expanded={isOpen}>
          <Box pt="sm">
            <Flex {...FIELDS} wrap="wrap">
              {rare}
            </Flex>
          </Box>
        </Collapse>
      )}
    </div>
  );
}

const ClearButton = ({ onClear }: Pick<Props, 'onClear'>) => (
  <Button size="xs" flex="none" variant="subtle" onClick={onClear}>
    {words.shared.clearFilters}
  </Button>
);
