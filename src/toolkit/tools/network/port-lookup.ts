import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

const ports =
  '20 FTP data|21 FTP|22 SSH|23 Telnet|25 SMTP|53 DNS|67 DHCP server|68 DHCP client|69 TFTP|80 HTTP|88 Kerberos|110 POP3|119 NNTP|123 NTP|135 RPC|139 NetBIOS|143 IMAP|161 SNMP|179 BGP|194 IRC|389 LDAP|443 HTTPS|445 SMB|465 SMTP over TLS|500 IKE|514 Syslog|546 DHCPv6 client|547 DHCPv6 server|554 RTSP|587 SMTP submission|631 IPP|636 LDAP over TLS|853 DNS over TLS|873 rsync|989 FTPS data|990 FTPS|993 IMAP over TLS|995 POP3 over TLS|1080 SOCKS|1194 OpenVPN|1433 SQL Server|1521 Oracle|1883 MQTT|2049 NFS|2181 ZooKeeper|2375 Docker|2379 etcd|3000 Development servers|3128 Squid|3268 LDAP global catalog|3306 MySQL|3389 RDP|4222 NATS|5000 Flask|5060 SIP|5222 XMPP|5353 mDNS|5432 PostgreSQL|5672 AMQP|5900 VNC|5984 CouchDB|6379 Redis|6443 Kubernetes API|6667 IRC|8000 HTTP alternative|8080 HTTP proxy|8443 HTTPS alternative|8883 MQTT over TLS|9000 PHP-FPM|9042 Cassandra|9090 Prometheus|9092 Kafka|9200 Elasticsearch|9418 Git|11211 Memcached|15672 RabbitMQ|25565 Minecraft|27017 MongoDB|51820 WireGuard'
    .split('|')
    .map((entry) => {
      const [port = '', ...name] = entry.split(' ');
      return { port, service: name.join(' ') };
    });

export default tool({
  title: 'Port number lookup',
  summary: 'Find the service on a port, or the ports of a service',
  keywords: 'tcp udp well-known',
  input: { query: input.line('Port or service', '5432', { max: 40 }) },
  output: { ports: output.table('Ports', { port: output.text('Port'), service: output.text('Service') }) },
  sample: { ports: [{ port: '5432', service: 'PostgreSQL' }] },
  run: ({ query }) => {
    const text = query.trim().toLowerCase();
    const found = ports.filter(
      ({ port, service }) =>
        port === text || (text !== '' && !/^\d+$/.test(text) && service.toLowerCase().includes(text)),
    );
    if (found.length === 0) throw invalid('query', 'This port or service is not in the list');
    return { ports: found };
  },
});
