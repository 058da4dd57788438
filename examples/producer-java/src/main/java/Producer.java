import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes the record and the scans of one parcel to Kafka. Format and keys: docs/topics.md. */
public final class Producer {
    private static final String BROKERS = setting("KAFKA_BROKERS", "localhost:9092");
    private static final String PREFIX = setting("TOPIC_PREFIX", "");
    private static final long ACCOUNT = Long.parseLong(setting("ACCOUNT", "1"));
    private static final String COURIER = "dhl-germany";
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Message(String topic, Map<String, Object> value) {}

    public static void main(String[] arguments) throws InterruptedException, JsonProcessingException {
        String trackingNumber = arguments.length > 0 ? arguments[0] : "EXAMPLE-" + UUID.randomUUID().toString().substring(0, 8);
        List<Message> messages = List.of(
            new Message("records", record(trackingNumber)),
            new Message("scans", scan(trackingNumber, "ES", 30, "The shipment has been posted by the sender")),
            new Message("scans", scan(trackingNumber, "PO", 8, "The shipment has been loaded onto the delivery vehicle")),
            new Message("scans", scan(trackingNumber, "ZU", 2, "The shipment has been successfully delivered")));
        try {
            publish(trackingNumber, messages);
            System.out.printf("published 1 record and %d scans of %s %s%n", messages.size() - 1, COURIER, trackingNumber);
        } catch (ExecutionException error) {
            fail(error.getCause());
        } catch (KafkaException error) {
            fail(error);
        }
    }

    private static void fail(Throwable reason) {
        System.err.println("not published: " + reason.getMessage());
        System.exit(1);
    }

    /** Returns when all in-sync replicas have all messages. */
    private static void publish(String trackingNumber, List<Message> messages)
            throws InterruptedException, ExecutionException, JsonProcessingException {
        // Equal keys go to one partition, so the messages of a parcel stay in order.
        String key = COURIER + ":" + trackingNumber.replaceAll("\\s+", "").toUpperCase(Locale.ROOT);
        Map<String, Object> settings = Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKERS,
            ProducerConfig.ACKS_CONFIG, "all",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true,
            ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 60_000);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (Message message : messages) {
                String value = JSON.writeValueAsString(message.value());
                producer.send(new ProducerRecord<>(PREFIX + message.topic(), key, value)).get();
            }
        }
    }

    private static Map<String, Object> record(String trackingNumber) {
        return Map.of(
            "schema", "record/1", "transfer_id", trackingNumber + "/record", // the same at each repetition
            "account", ACCOUNT, "action", "upsert", "occurred_at", hoursAgo(48),
            "references", Map.of(
                "courier", COURIER, "tracking_number", trackingNumber, "orderNo", "A-1001", "client", "shop-de",
                "warehouse", "W1", "destination_country_iso3", "DEU", "language", "en"));
    }

    /** The code is the carrier's own. The service reads it by its mapping of the courier. */
    private static Map<String, Object> scan(String trackingNumber, String code, int hours, String text) {
        return Map.of(
            "schema", "scan/1", "scan_id", trackingNumber + "/" + code, // the same at each repetition
            "courier", COURIER, "tracking_number", trackingNumber, "occurred_at", hoursAgo(hours),
            "carrier_code", code, "raw_text", text);
    }

    private static String hoursAgo(int hours) {
        return Instant.now().minus(Duration.ofHours(hours)).toString();
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }
}
