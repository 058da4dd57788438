import '@mantine/core/styles/Kbd.css';
import { Kbd, Modal, Table } from '@mantine/core';
import { words } from '../words/words.js';

const text = words.keyboard;
const MOD = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const SHORTCUTS = [
  { keys: [MOD, 'K'], does: text.keys.palette },
  { keys: ['/'], does: text.keys.search },
  { keys: ['?'], does: text.keys.shortcuts },
  { keys: ['Enter'], does: text.keys.row },
  { keys: ['Esc'], does: text.keys.close },
];

export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={text.shortcuts}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={140}>{text.key}</Table.Th>
            <Table.Th>{text.does}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {SHORTCUTS.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td>
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && ' + '}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
