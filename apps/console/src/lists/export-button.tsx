import { Alert, Button, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { FaultAlert } from '../shared/fault-alert.js';
import { words } from '../words/words.js';

interface Props {
  /** The name of the file, without its ending. */
  readonly name: string;
  /** Loads all rows that the filters leave. */
  readonly load: () => Promise<Blob>;
}

const text = words.lists;

/** Downloads a list as a CSV file, and says so if the file does not have all rows. */
export function ExportButton({ name, load }: Props) {
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const file = await load();
      save(file, `${name}.csv`);
      return isCut(file);
    },
    onSuccess: () => notifications.show({ message: text.csvDone(`${name}.csv`) }),
  });
  return (
    <>
      <Tooltip label={text.csvHint} multiline w={240}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={isPending}
          aria-label={text.csvLabel}
          onClick={() => mutate()}
        >
          {text.csv}
        </Button>
      </Tooltip>
      {error && <FaultAlert error={error} />}
      {data && (
        <Alert color="orange" role="status" w="100%">
          {text.csvCut}
        </Alert>
      )}
    </>
  );
}

const LAST_BYTES = 1000;

/** Whether the file lacks rows: the last line of such a file begins with `#` (GET /exports). */
async function isCut(file: Blob): Promise<boolean> {
  const end = await file.slice(-LAST_BYTES).text();
  return end.trimEnd().split('\n').at(-1)?.startsWith('#') ?? false;
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
